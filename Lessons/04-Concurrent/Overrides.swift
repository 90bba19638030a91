import AsWritten
import Explorer
import Foundation
import MiniOperations
import Synchronization

/// What a concurrent operation overrides, and why, as the documents list it.
let overrides = """
  required  start         brings the task to where it runs; never calls super
  required  isExecuting   the state is yours now, and has to be announced
  required  isFinished    the same; the queue waits for it
  required  isConcurrent  yes: a caller of start() must not count on the end
  optional  main          keeps the task apart from the start
  """

/// Has a start of its own and announces its end, but leaves out `isFinished`.
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

/// The sample as the document has it: the thread runs before the state says so (T18).
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
