import Explorer
import MiniOperations

extension Level {
  static let lockedTooLate = Level(
    "LockedTooLate", "Locked too late", lesson: 20,
    """
    There is a lock, and it is held while the state changes. The question is asked before it is taken.
    """
  ) { stage in
    // level
    let (phase, runs) = (Shared("ready", "phase"), Tally())
    let lock = RecursiveLock(name: "lock")
    for name in ["A", "B"] {
      stage.thread(name) {
        guard phase.value == "ready" else { return }
        lock.withLock {
          phase.value = "executing"
          runs.raise()
        }
      }
    }
    stage.watch("phase") { phase.value }
    stage.watch("runs") { runs.value }
    stage.finally { stage.expect(runs.value == 1, "an operation runs its task once") }
    // end
  }
}
