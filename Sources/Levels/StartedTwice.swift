import Explorer

extension Level {
  static let startedTwice = Level(
    "StartedTwice", "Started twice", lesson: 1,
    """
    `start()` checks the phase and then changes it. Two threads call it.
    """
  ) { stage in
    // level
    final class Download: @unchecked Sendable {
      var phase = "ready"
      var runs = 0

      func start() {
        guard phase == "ready" else { return }
        phase = "executing"
        runs += 1
        phase = "finished"
      }
    }
    let download = Download()
    stage.thread("A") { download.start() }
    stage.thread("B") { download.start() }
    stage.watch("phase") { download.phase }
    stage.watch("runs") { download.runs }
    stage.finally { stage.expect(download.runs == 1, "an operation runs its task once") }
    // end
  }
}
