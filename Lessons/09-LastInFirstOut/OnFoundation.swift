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

/// Both versions on Foundation's queue, with one slot, and the order without dependencies.
func onFoundation() -> [String] {
  [order(everybodyWaits: false), order(everybodyWaits: true), orderOfNewestFirst()]
}

private func orderOfNewestFirst() -> String {
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
  return trace.lines.joined(separator: " ")
}

private func order(everybodyWaits: Bool) -> String {
  let trace = Notebook()
  let downloader = Downloader(everybodyWaits: everybodyWaits)
  @Sendable func download(_ number: Int) -> Operation {
    BlockOperation {
      trace.write("\(number)")
      if number == 1 { for next in 2...7 { downloader.add(download(next)) } }
      if number == 7 { for next in 8...14 { downloader.add(download(next)) } }
    }
  }
  downloader.add(download(1))
  downloader.queue.waitUntilAllOperationsAreFinished()
  return trace.lines.joined(separator: " ")
}

private final class Downloader: @unchecked Sendable {
  // Unchecked: touched by one operation at a time, because the queue has one slot.
  let queue = OperationQueue()
  private let everybodyWaits: Bool
  private var last: Operation?
  /// Retained until all have finished, because of K3.
  ///
  /// Foundation crashes if a dependent is released before its dependency has finished.
  private var all: [Operation] = []

  init(everybodyWaits: Bool) {
    self.everybodyWaits = everybodyWaits
    queue.maxConcurrentOperationCount = 1
  }

  func add(_ operation: Operation) {
    all.append(operation)
    if everybodyWaits {
      for pending in queue.operations { pending.addDependency(operation) }
      queue.addOperation(operation)
    } else {
      queue.addOperation(operation)
      last?.addDependency(operation)
      last = operation
    }
  }
}
