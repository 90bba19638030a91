/// How long an engine's threads could have reached a point and have not.
///
/// Time in which one of them waits for a processor does not count, however busy the machine is. What counts
/// is the time in which all are blocked, and the processor time of those that run.
struct Idleness {
  private(set) var duration = Duration.zero
  private var points = -1
  private var before: ThreadClock.Reading?

  /// Adds a period, with the number of points reached at its end and the state of the threads.
  ///
  /// - Parameter look: All threads as if they were one; nil if the system does
  ///   not report it, and then the whole period counts.
  mutating func add(_ period: Duration, points reached: Int, look: () -> ThreadClock.Reading?) {
    guard reached == points else {
      points = reached
      restart()
      return
    }
    let now = look()
    if let now, !now.isAsleep {
      duration += now.processorTime - (before ?? now).processorTime
    } else {
      duration += period
    }
    before = now
  }

  mutating func restart() {
    duration = .zero
    before = nil
  }
}
