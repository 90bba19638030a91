import Documents
import Explorer
import Foundation
import MiniOperations
import Synchronization

/// The members that a concurrent operation overrides, with the reasons, as the documents list them.
let overrides = """
  required  start         begins the task on its thread; never calls super
  required  isExecuting   your class stores the state now, and announces it
  required  isFinished    the same; the queue waits for it
  required  isConcurrent  true: start() may return before the finish
  optional  main          separates the task from start()
  """

/// Overrides `start()` and announces `isFinished`, but does not override it.
final class Incomplete: MiniOperation, @unchecked Sendable {
  // Unchecked: the flag is in its lock.
  private let finished = Mutex(false)

  override var isConcurrent: Bool { true }

  override func start() {
    willChangeValue(forKey: "isFinished")
    finished.withLock { $0 = true }
    didChangeValue(forKey: "isFinished")
  }
}

/// The sample as the document has it: it begins the thread before it sets the state (T18).
let threadFirst = startedByHand("thread first, state second (T18)") { MyConcurrentOperation {} }

/// The sample with the two lines in the other order.
let stateFirst = startedByHand("state first, thread second") { Repaired.MyConcurrentOperation {} }

private func startedByHand(_ name: String, _ make: @escaping @Sendable () -> MiniOperation) -> Scenario {
  Scenario(name) { stage in
    let operation = make()
    operation.name = "operation"
    stage.thread("main") { operation.start() }
    stage.finally {
      stage.expect(
        operation.isFinished && !operation.isExecuting, "a finished operation is not executing")
    }
  }
}

/// Whether this is the main thread.
func threadName() -> String { Thread.isMainThread ? "main" : "elsewhere" }
