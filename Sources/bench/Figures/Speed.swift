import Explorer
import Synchronization

/// The Explorer's speed, compared with a bare baton: two threads that only hand over to each other.
enum Speed {
  /// Two threads of twenty points each, all of them dependent.
  static let twenty = Scenario("two threads of twenty points") { stage in
    let shared = Shared(0, "shared")
    for name in ["A", "B"] {
      stage.thread(name) { for number in 1...20 { shared.value = number } }
    }
  }

  /// Schedules in a second, those of a bare baton with as many hand-overs, and the ratio of the two.
  ///
  /// The two are measured in turns, because the machine is not idle; the median of many ratios counts.
  static func ratio() -> (explorer: Int, bareBaton: Int, ratio: Double) {
    var rounds: [(speed: Double, bare: Double)] = []
    for _ in 1...41 {
      let ours = explore(twenty, schedules: 2_000)
      let count = Double(ours.schedules)
      rounds.append((count / ours.seconds, count / BareBaton.seconds(handOvers: ours.handOvers)))
    }
    rounds.sort { $0.speed / $0.bare < $1.speed / $1.bare }
    let middle = rounds[rounds.count / 2]
    return (Int(middle.speed), Int(middle.bare), middle.speed / middle.bare)
  }

  private static func explore(
    _ scenario: Scenario, schedules: Int
  ) -> (schedules: Int, handOvers: Int, seconds: Double) {
    var settings = Settings()
    (settings.skipsEquivalent, settings.searchesBeside) = (false, true)
    settings.findsDataRaces = false
    let begin = ContinuousClock.now
    var done = 0
    var handOvers = 0
    while done < schedules {
      let exploration = Explorer.explore(scenario, settings)
      precondition(exploration.passed, "\(exploration)")
      done += exploration.runs
      handOvers += exploration.handOvers
    }
    return (done, handOvers, (ContinuousClock.now - begin) / .seconds(1))
  }

  /// The memory of the process after each tenth of this many schedules in one search, in kilobytes.
  ///
  /// - Parameter report: Called after each tenth, with the number of schedules so far.
  static func memory(schedules: Int, report: @escaping @Sendable (Int, Int) -> Void) {
    let large = Scenario("three threads of ten points") { stage in
      let shared = Shared(0, "shared")
      let runs = Speed.runs.add(1, ordering: .relaxed).newValue
      if runs % max(schedules / 10, 1) == 0 { report(runs, (Memory.resident ?? 0) >> 10) }
      for name in ["A", "B", "C"] {
        stage.thread(name) { for number in 1...10 { shared.value = number } }
      }
    }
    var settings = Settings(.exhaustive(preemptions: nil))
    settings.findsDataRaces = false
    settings.maxSchedules = schedules
    _ = Explorer.explore(large, settings)
  }

  // The platform's: the stand-in would be a part of what is explored.
  private static let runs = Synchronization.Atomic<Int>(0)
}
