import Explorer
import MiniOperations

extension Level {
  static let startedTwice = Level(
    "StartedTwice", "Started twice", lesson: 1,
    """
    `start()` looks at the phase and then changes it. Two threads call it.
    """
  ) { stage in
    // level
    let (phase, runs) = (Shared("ready", "phase"), Tally())
    let start: @Sendable () -> Void = {
      guard phase.value == "ready" else { return }
      phase.value = "executing"
      point("the task runs")
      runs.raise()
      phase.value = "finished"
    }
    stage.thread("A") { start() }
    stage.thread("B") { start() }
    stage.watch("phase") { phase.value }
    stage.watch("runs") { runs.value }
    stage.finally { stage.expect(runs.value == 1, "an operation runs its task once") }
    // end
  }
}
