import Synchronization

/// The system threads on which an engine runs, for the thread that watches them.
final class EngineThreads: Sendable {
  private struct State {
    var clocks: [ThreadClock] = []
    /// How many were announced and have not run yet: each waits for its first processor.
    var expected = 0
  }

  private let state = Mutex(State())

  /// Announces a thread that is about to start.
  func announce() { state.withLock { $0.expected += 1 } }

  /// Adds the calling thread, which has been announced.
  func join() {
    let clock = ThreadClock()
    state.withLock { state in
      state.clocks.append(clock)
      state.expected -= 1
    }
  }

  /// All of them as if they were one thread: asleep when all are, with the processor time of all together.
  var reading: ThreadClock.Reading? {
    let now = state.withLock { $0 }
    let isComplete = now.expected == 0
    let readings = now.clocks.compactMap(\.reading)
    if isComplete, readings.isEmpty { return nil }
    return ThreadClock.Reading(
      isAsleep: isComplete && readings.allSatisfy(\.isAsleep),
      processorTime: readings.reduce(.zero) { $0 + $1.processorTime })
  }
}
