import Explorer
import MiniOperations
import Synchronization

// Operations and their queues.

extension Classic {
  static let operations = [
    Classic("dependency added too late", repair: "adding it before the operation is in a queue") {
      stage, isRight in
      let queue = MiniOperationQueue()
      let order = Mutex([String]())
      let first = MiniBlockOperation { order.withLock { $0.append("first") } }
      let second = MiniBlockOperation { order.withLock { $0.append("second") } }
      stage.thread("main") {
        if isRight { second.addDependency(first) }
        queue.addOperation(second)
        if !isRight { second.addDependency(first) }
        queue.addOperation(first)
      }
      stage.finally { stage.expect(order.withLock { $0.first } == "first", "the first comes first") }
    },
    Classic("two operations that wait for each other", repair: "one dependency only") { stage, isRight in
      let queue = MiniOperationQueue()
      let (one, other) = (MiniBlockOperation {}, MiniBlockOperation {})
      (one.name, other.name) = ("one", "other")
      stage.thread("main") {
        one.addDependency(other)
        if !isRight { other.addDependency(one) }
        queue.addOperation(one)
        queue.addOperation(other)
      }
    },
    Classic("operation that waits for its own queue", repair: "a completion block") { stage, isRight in
      let queue = MiniOperationQueue()
      let operation = MiniBlockOperation { if !isRight { queue.waitUntilAllOperationsAreFinished() } }
      if isRight { operation.completionBlock = { queue.waitUntilAllOperationsAreFinished() } }
      stage.thread("main") { queue.addOperation(operation) }
    },
    Classic("cancelled before its start, never finished", repair: "finishing even if it never started") {
      stage, isRight in
      let operation = Late(endsWhenCancelled: isRight)
      stage.thread("starts") { operation.start() }
      stage.thread("cancels") { operation.cancel() }
      stage.finally { stage.expect(operation.isFinished, "it comes to its end") }
    },
    Classic("completion block taken for part of the work", repair: "doing it in the operation") {
      stage, isRight in
      let queue = MiniOperationQueue()
      let isStored = Mutex(false)
      let operation = MiniBlockOperation { if isRight { isStored.withLock { $0 = true } } }
      if !isRight { operation.completionBlock = { isStored.withLock { $0 = true } } }
      stage.thread("main") {
        queue.addOperation(operation)
        operation.waitUntilFinished()
        stage.expect(isStored.withLock { $0 }, "the result is stored")
      }
    },
  ]
}

/// Ends within its own `start`, unless it was cancelled before and forgets to end then.
private final class Late: MiniOperation, @unchecked Sendable {
  // Unchecked: what changes is in its lock.
  private let hasEnded = Mutex(false)
  private let endsWhenCancelled: Bool

  init(endsWhenCancelled: Bool) { self.endsWhenCancelled = endsWhenCancelled }

  override var isAsynchronous: Bool { true }
  override var isFinished: Bool { hasEnded.withLock { $0 } }

  override func start() {
    guard !isCancelled || endsWhenCancelled else { return }
    willChangeValue(forKey: "isFinished")
    hasEnded.withLock { $0 = true }
    didChangeValue(forKey: "isFinished")
  }
}
