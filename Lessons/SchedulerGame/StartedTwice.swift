import Explorer

extension Level {
  static let startedTwice = Level(
    "StartedTwice", "Started twice", lesson: 1,
    """
    `start()` checks a flag and then sets it. Two threads call it.
    """
  ) { stage in
    // level
    final class Download: @unchecked Sendable {
      var hasStarted = false
      var runs = 0

      func start() {
        if hasStarted { return }
        hasStarted = true
        runs += 1
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
