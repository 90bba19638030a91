import Foundation
import LessonKit
import Synchronization

// snippet: stack
/// Requests of which the newest runs first; `queue` decides how many run at once.
final class NewestFirst: Sendable {
  let queue = OperationQueue()
  private let waiting = Mutex<[@Sendable () -> Void]>([])

  func add(_ request: @escaping @Sendable () -> Void) {
    waiting.withLock { $0.append(request) }
    queue.addOperation { [self] in
      let newest = waiting.withLock { $0.popLast() }
      newest?()
    }
  }
}
// end

/// The order of fourteen downloads with one slot, of which the first and the seventh add the others.
func onFoundation() -> [String] {
  let (trace, requests) = (Notebook(), NewestFirst())
  requests.queue.maxConcurrentOperationCount = 1
  @Sendable func download(_ number: Int) {
    requests.add {
      trace.write("\(number)")
      if number == 1 { (2...7).forEach(download) }
      if number == 7 { (8...14).forEach(download) }
    }
  }
  download(1)
  requests.queue.waitUntilAllOperationsAreFinished()
  return [trace.lines.joined(separator: " ")]
}
