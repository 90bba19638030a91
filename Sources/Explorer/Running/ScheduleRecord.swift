/// What a schedule has done so far, in numbers, and every choice of it that was not the default.
struct ScheduleRecord {
  /// Steps, also those that no other thread can notice.
  private(set) var steps = 0
  /// Steps that have ended where another thread could have run: these are the events of a trace.
  private(set) var events = 0
  private(set) var decisions = 0
  private(set) var preemptions = 0
  private(set) var switches = 0
  private(set) var deviations: [Deviation] = []
  /// Sums up everything that has happened.
  private(set) var signature: UInt64 = 0

  mutating func restart() {
    (steps, events, decisions, preemptions, switches, signature) = (0, 0, 0, 0, 0, 0)
    deviations.removeAll(keepingCapacity: true)
  }

  mutating func countStep() { steps += 1 }
  mutating func countEvent() { events += 1 }
  mutating func countSwitch() { switches += 1 }
  mutating func countPreemption() { preemptions += 1 }

  /// Counts a decision and returns its number.
  mutating func countDecision() -> Int {
    decisions += 1
    return decisions
  }

  @inline(__always)
  mutating func mix(_ value: UInt64) { signature = (signature ^ value) &* 0x100_0000_01B3 }

  /// Adds a choice that was not the default, and returns it for the token.
  mutating func deviate(to choice: Int, in decision: Decision) -> Deviation {
    let others = (decision.able | decision.early) & ~(1 << UInt64(decision.standard))
    let place = (others & ((1 << UInt64(choice)) &- 1)).nonzeroBitCount + 1
    deviations.append(Deviation(decision: decision.number, choice: place))
    return deviations[deviations.count - 1]
  }

  func outcome(_ finding: Finding?, dataRace: Finding?) -> Outcome {
    Outcome(
      finding: finding, dataRace: dataRace, deviations: deviations, decisions: decisions, steps: steps,
      preemptions: preemptions, switches: switches, signature: signature)
  }
}

/// The thread that continues by default: the last one as long as it can, else the first that can.
///
/// A thread that loops while others could run makes no progress by itself, so after a while the next one
/// becomes the default.
struct DefaultChoice {
  /// For how many decisions in succession the last thread has been the default.
  private var streak = 0

  mutating func restart() { streak = 0 }

  /// The thread that continues by default.
  ///
  /// - Parameter last: The thread that ran last, nil if it cannot continue.
  @inline(__always)
  mutating func thread(in runnable: ThreadSet, after last: Int?, patience: Int) -> Int {
    guard let last else {
      streak = 0
      return runnable.first
    }
    streak += 1
    if streak < patience { return last }
    streak = 0
    let later = runnable.after(last)
    return later.isEmpty ? runnable.first : later.first
  }
}
