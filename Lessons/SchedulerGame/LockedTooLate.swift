import Explorer
import ExplorerStandIns

extension Level {
  static let lockedTooLate = Level(
    "LockedTooLate", "Locked too late", lesson: 21,
    """
    There is a lock, and a thread holds it while it sets the flag. The flag is checked before locking.
    """
  ) { stage in
    // level
    final class Download: @unchecked Sendable {
      let lock = NSLock()
      var hasStarted = false
      var runs = 0

      func start() {
        if hasStarted { return }
        lock.withLock {
          hasStarted = true
          runs += 1
        }
      }
    }
    let download = Download()
    stage.thread("A") { download.start() }
    stage.thread("B") { download.start() }
    stage.watch("hasStarted") { download.hasStarted }
    stage.watch("runs") { download.runs }
    stage.finally { stage.expect(download.runs == 1, "an operation runs its task once") }
    // end
  }
}
