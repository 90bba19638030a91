/// Runs one schedule, given by its deviations from the default.
final class Replay: Chooser {
  private let deviations: [Deviation]
  private var next = 0
  /// Whether a deviation named a thread that did not exist, or was never reached.
  private(set) var hasDiverged = false

  init(_ deviations: [Deviation]) { self.deviations = deviations }

  override func choose(_ decision: Decision) -> Int {
    guard next < deviations.count, deviations[next].decision == decision.number else {
      return decision.standard
    }
    let candidates = decision.candidates
    let choice = deviations[next].choice
    next += 1
    guard choice < candidates.count else {
      hasDiverged = true
      return decision.standard
    }
    return candidates[choice]
  }

  override func scheduleEnded(_ outcome: Outcome) -> Bool {
    if next < deviations.count { hasDiverged = true }
    return false
  }
}
