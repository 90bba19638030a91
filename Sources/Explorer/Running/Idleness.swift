import Synchronization

/// How long an engine's threads could have reached a point, and have reached none.
///
/// Time in which one of them waits for a processor does not count, however busy the machine is. What counts is
/// the time in which all are blocked, and the processor time of those that run.
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

/// The system threads on which an engine runs, for the thread that watches them.
final class Crew: Sendable {
  private struct State {
    var clocks: [ThreadClock] = []
    /// How many were started and have not run yet: each waits for its first processor.
    var newcomers = 0
  }

  private let state = Mutex(State())

  /// Announces a thread that is about to start.
  func expectOne() { state.withLock { $0.newcomers += 1 } }

  /// Adds the calling thread, which was expected.
  func join() {
    let clock = ThreadClock()
    state.withLock { state in
      state.clocks.append(clock)
      state.newcomers -= 1
    }
  }

  /// All of them as if they were one thread: asleep when all are, with the processor time of all together.
  var reading: ThreadClock.Reading? {
    let now = state.withLock { $0 }
    let isComplete = now.newcomers == 0
    let readings = now.clocks.compactMap(\.reading)
    if isComplete, readings.isEmpty { return nil }
    return ThreadClock.Reading(
      isAsleep: isComplete && readings.allSatisfy(\.isAsleep),
      processorTime: readings.reduce(.zero) { $0 + $1.processorTime })
  }
}
