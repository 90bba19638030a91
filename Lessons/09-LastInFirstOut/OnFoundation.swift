import Foundation
import LessonKit

/// Both versions on Foundation's queue, with one slot.
func onFoundation() -> [String] {
  [order(everybodyWaits: false), order(everybodyWaits: true)]
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
