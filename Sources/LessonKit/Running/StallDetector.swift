/// Decides whether a program has stalled: it prints nothing and demands no processor time for a while.
///
/// A program that waits for a key has not stalled. One that computes, or gets no processor on a busy machine,
/// has ten times as long.
struct StallDetector {
  /// How many seconds must pass.
  let patience: Double
  /// An idle program demands less processor time than this, in seconds.
  static let idleTime = 0.25

  private var since: (time: Double, activity: Int, demandedTime: Double)?
  private var lastActivity: (time: Double, count: Int)?

  init(patience: Double) { self.patience = patience }

  /// Evaluates the program's state so far; true if it has stalled for too long.
  mutating func observe(
    at time: Double, activity: Int, demandedTime: Double, isWaitingForKey: Bool
  ) -> Bool {
    if lastActivity?.count != activity || isWaitingForKey { lastActivity = (time, activity) }
    if let lastActivity, time - lastActivity.time >= 10 * patience { return true }
    guard let since, activity == since.activity, !isWaitingForKey,
      // Less than before: threads that waited for a processor have ended, so something has happened.
      abs(demandedTime - since.demandedTime) < StallDetector.idleTime
    else {
      self.since = (time, activity, demandedTime)
      return false
    }
    return time - since.time >= patience
  }
}
