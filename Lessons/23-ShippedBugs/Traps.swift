import Documents
import Explorer
import LessonKit
import MiniOperations

/// A bug of the old queue: a scenario on the queue as written, and the same on the repaired one.
struct Bug {
  let asWritten: Scenario
  let repaired: Scenario

  /// Sets up one scenario for both queues; `limit` is how many operations may run at a time.
  init(
    _ id: String, limit: Int = GNUstepQueue.pool, _ body: @escaping @Sendable (Stage, any SmallQueue) -> Void
  ) {
    asWritten = Scenario("\(id), as written") { body($0, GNUstepQueue(limit: limit)) }
    repaired = Scenario("\(id), repaired") { body($0, Repaired.GNUstepQueue(limit: limit)) }
  }
}

// snippet: lostSlot
/// T21: an operation waits for a slot, and finishes before it gets one.
let lostSlot = Bug("T21", limit: 0) { stage, queue in
  let operation = MyOperation(thread: RunLoopThread(name: "network"))
  queue.addOperation(operation)
  stage.thread("main") {
    operation.cancel()
    operation.waitUntilFinished()
    queue.maxConcurrentOperationCount = 1
  }
  stage.finally { stage.expect(queue.operations.isEmpty, "a finished operation leaves the queue") }
}
// end

// snippet: leftLocked
/// T20: a gate announces that it has opened, while a dependency has not finished.
let leftLocked = Bug("T20") { stage, queue in
  let gated = GatedOperation()
  gated.addDependency(MiniOperation())
  queue.addOperation(gated)
  stage.thread("main") { gated.open() }
  stage.thread("user") { _ = queue.operations }
}
// end

// snippet: startedUnderLock
/// T23: one thread adds an operation that is started at once, another pauses it.
let startedUnderLock = Bug("T23") { stage, queue in
  let operation = MyOperation(thread: RunLoopThread(name: "network"))
  stage.thread("main") { queue.addOperation(operation) }
  stage.thread("user") { operation.pause() }
}
// end
