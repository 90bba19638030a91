import AsWritten
import Explorer
import LessonKit
import MiniOperations
import Synchronization

/// One trap of the old queue, and the same in the repaired one.
struct Trap {
  let asWritten: Scenario
  let repaired: Scenario

  /// Sets up one scenario for both queues; `limit` is how many operations may run at a time.
  init(
    _ id: String, limit: Int = GNUstepQueue.pool, _ body: @escaping @Sendable (Stage, any SmallQueue) -> Void
  ) {
    asWritten = Scenario("\(id), as written") { body($0, GNUstepQueue(limit: limit)) }
    repaired = Scenario("\(id), repaired") { body($0, Repaired.GNUstepQueue(limit: limit)) }
  }

  /// Shows the schedule in which the old queue fails; whether it does, and the repaired one does not.
  func examine(_ show: Show) -> Bool {
    let found = Explorer.explore(asWritten)
    show.schedule(found)
    let holds = Explorer.explore(repaired, Settings(.exhaustive(preemptions: 1)))
    show.schedule(holds)
    return found.finding != nil && holds.passed
  }
}

/// T20: a gate announces that it has opened, while a dependency is still missing.
let leftLocked = Trap("T20") { stage, queue in
  let gated = GatedOperation()
  gated.addDependency(MiniOperation())
  queue.addOperation(gated)
  stage.thread("main") { gated.open() }
  stage.thread("user") { _ = queue.operations }
}

// snippet: lostSlot
/// T21: an operation waits for a slot, and finishes before it gets one.
let lostSlot = Trap("T21", limit: 0) { stage, queue in
  let operation = MyOperation(thread: RunLoopThread(name: "network"))
  queue.addOperation(operation)
  stage.thread("main") {
    operation.cancel()
    operation.waitUntilFinished()
    queue.maxConcurrentOperationCount = 1
  }
  stage.finally { stage.expect(queue.operations.isEmpty, "what has finished leaves the queue") }
}
// end

/// T22: the first operation needs the second to run beside it.
let secondWaits = Trap("T22") { stage, queue in
  let meeting = Condition(name: "meeting")
  let isThere = Flag()
  let first = MiniBlockOperation { meeting.withLock { while !isThere.isRaised { meeting.wait() } } }
  let second = MiniBlockOperation {
    meeting.withLock {
      isThere.raise()
      meeting.broadcast()
    }
  }
  first.name = "first"
  second.name = "second"
  stage.thread("main") {
    queue.addOperation(first)
    queue.addOperation(second)
  }
  stage.finally { stage.expect(second.isFinished, "the second operation comes to its end") }
}

/// T23: one thread adds an operation that is started at once, another pauses it.
let startedUnderLock = Trap("T23") { stage, queue in
  let operation = MyOperation(thread: RunLoopThread(name: "network"))
  stage.thread("main") { queue.addOperation(operation) }
  stage.thread("user") { operation.pause() }
}

/// A flag that is set once and stays set.
private final class Flag: Sendable {
  private let stored = Mutex(false)

  var isRaised: Bool { stored.withLock { $0 } }

  func raise() { stored.withLock { $0 = true } }
}
