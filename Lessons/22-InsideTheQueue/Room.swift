import Documents
import Explorer
import LessonKit
import MiniOperations
import Synchronization

/// Room for eight, two operations, and the first one waits for the second (T22).
///
/// The same on the old queue, on the repaired one, and on this framework's.
let (asWritten, repaired, inFramework) = (
  room("T22, as written") { GNUstepQueue() },
  room("T22, repaired") { Repaired.GNUstepQueue() },
  room("T22, this framework") { MiniOperationQueue() }
)

private func room(_ name: String, _ makeQueue: @escaping @Sendable () -> any SmallQueue) -> Scenario {
  Scenario(name) { stage in
    let queue = makeQueue()
    let meeting = Condition(name: "meeting")
    let hasArrived = Flag()
    let first = MiniBlockOperation { meeting.withLock { while !hasArrived.isRaised { meeting.wait() } } }
    let second = MiniBlockOperation {
      meeting.withLock {
        hasArrived.raise()
        meeting.broadcast()
      }
    }
    first.name = "first"
    second.name = "second"
    // snippet: room
    stage.thread("main") {
      queue.addOperation(first)
      queue.addOperation(second)
    }
    stage.finally { stage.expect(second.isFinished, "the second operation finishes") }
    // end
  }
}

extension MiniOperationQueue: SmallQueue {}

/// A flag that is set once and stays set.
private final class Flag: Sendable {
  private let stored = Mutex(false)

  var isRaised: Bool { stored.withLock { $0 } }

  func raise() { stored.withLock { $0 = true } }
}
