import Foundation
import LessonKit
import Synchronization

/// A row of the table on Foundation's queue.
///
/// An operation that has not started when the underlying serial queue is idle will never start.
func onFoundation(executing: Bool, finished: Bool, limit: Int) -> Row {
  let underlying = DispatchQueue(label: "underlying")
  let queue = OperationQueue()
  queue.underlyingQueue = underlying
  queue.maxConcurrentOperationCount = limit
  let operation = FoundationOperation(executing: executing, finished: finished)
  let ran = Notebook()
  let dependent = BlockOperation { ran.write("dependent") }
  dependent.addDependency(operation)
  let other = BlockOperation { ran.write("other") }
  queue.addOperations([operation, dependent, other], waitUntilFinished: false)
  underlying.sync {}
  operation.end()
  // Each start may have led to another.
  for _ in 1...3 { underlying.sync {} }
  return Row(
    announcesExecuting: executing, announcesFinished: finished, limit: limit,
    dependentRan: ran.lines.contains("dependent"), otherRan: ran.lines.contains("other"),
    left: queue.operationCount)
}

/// `HandMadeOperation` on Foundation, with the right keys only.
private final class FoundationOperation: Operation, @unchecked Sendable {
  // Unchecked: the flags are in their lock; the rest is constant.
  private let flags = Mutex((executing: false, finished: false))
  private let executing: Bool
  private let finished: Bool

  init(executing: Bool, finished: Bool) {
    self.executing = executing
    self.finished = finished
  }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { flags.withLock { $0.executing } }
  override var isFinished: Bool { flags.withLock { $0.finished } }

  override func start() {
    guard !isCancelled else { return end() }
    if executing { willChangeValue(forKey: "isExecuting") }
    flags.withLock { $0.executing = true }
    if executing { didChangeValue(forKey: "isExecuting") }
  }

  func end() {
    if finished { willChangeValue(forKey: "isFinished") }
    if executing { willChangeValue(forKey: "isExecuting") }
    flags.withLock { $0 = (executing: false, finished: true) }
    if executing { didChangeValue(forKey: "isExecuting") }
    if finished { didChangeValue(forKey: "isFinished") }
  }
}
