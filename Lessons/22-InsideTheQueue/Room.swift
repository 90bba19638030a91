import Documents
import Explorer
import MiniOperations
import Synchronization

/// A queue with room for eight, two operations, and the first one waits for the second.
///
/// The same on GNUstep's queue, on the repaired one, and on this framework's.
let (asShipped, repaired, inFramework) = (
  room("as it shipped") { GNUstepQueue() },
  room("repaired") { Repaired.GNUstepQueue() },
  room("this framework's queue") { MiniOperationQueue() }
)

private func room(_ name: String, _ makeQueue: @escaping @Sendable () -> any SmallQueue) -> Scenario {
  Scenario(name) { stage in
    let queue = makeQueue()
    let arrival = Condition(name: "the picture")
    let hasArrived = Flag()
    let page = MiniBlockOperation { arrival.withLock { while !hasArrived.isRaised { arrival.wait() } } }
    let picture = MiniBlockOperation {
      arrival.withLock {
        hasArrived.raise()
        arrival.broadcast()
      }
    }
    page.name = "page"
    picture.name = "picture"
    stage.thread("main") {
      queue.addOperation(page)
      queue.addOperation(picture)
    }
    stage.finally { stage.expect(picture.isFinished, "picture finishes") }
  }
}

extension MiniOperationQueue: SmallQueue {}

/// A flag that is set once and stays set.
private final class Flag: Sendable {
  private let stored = Mutex(false)

  var isRaised: Bool { stored.withLock { $0 } }

  func raise() { stored.withLock { $0 = true } }
}
