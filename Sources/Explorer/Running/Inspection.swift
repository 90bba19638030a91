/// When the scenario's checks and watches look at its objects, which must not be paused in between.
struct Inspection {
  /// Where the scenario declared them.
  var stage: Stage?
  /// Whether a check or a watch runs.
  var isRunning = false
  /// Whether a check runs after every step, so that each step matters to it.
  private(set) var checksAlways = false
  /// Whether checks or watches run between steps.
  private(set) var isWanted = false

  /// Begins with the checks of the stage, and with its watches if the schedule is recorded.
  mutating func begin(isRecorded: Bool) {
    guard let stage else { return }
    checksAlways = stage.checksAlways
    isWanted = checksAlways || isRecorded && stage.hasWatches
  }

  mutating func end() { isWanted = false }
}
