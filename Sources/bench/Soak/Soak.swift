import MiniOperations

/// Runs random graphs of operations and checks the framework's promises.
///
///     let outcome = Soak.run(operations: 1_000_000, seed: 1)
///     print(outcome)
///
/// Each round is one random graph: dependencies, priorities, several queues
/// with limits and barriers, operations that add others, operations that end
/// on another thread. While one thread adds them, another cancels, suspends,
/// changes limits, priorities and dependencies, and others wait. Afterwards
/// each operation must have finished once, never too early, never beside too
/// many others; completion blocks and barriers ran once; every thread that waited
/// was released; and nothing is left, neither in the queues nor in memory.
public enum Soak {
  /// Runs rounds until this many operations have run, or one round has failed.
  ///
  /// - Parameters:
  ///   - operations: The minimum number of operations.
  ///   - seed: Decides everything that is chosen before the threads start.
  ///   - report: Called after each round.
  @discardableResult
  public static func run(
    operations: Int, seed: UInt64, report: (SoakOutcome) -> Void = { _ in }
  ) -> SoakOutcome {
    run(seed: seed, report: report) { $0.operations < operations }
  }

  /// Runs rounds until this time has passed, or one round has failed.
  @discardableResult
  public static func run(
    for duration: Duration, seed: UInt64, report: (SoakOutcome) -> Void = { _ in }
  ) -> SoakOutcome {
    let time = SystemTime()
    let end = time.now + duration
    return run(seed: seed, report: report) { _ in time.now < end }
  }

  private static func run(
    seed: UInt64, report: (SoakOutcome) -> Void, while goesOn: (SoakOutcome) -> Bool
  ) -> SoakOutcome {
    let stage = ThreadedStage()
    var dice = Dice(seed: seed)
    var outcome = SoakOutcome(seed: seed)
    repeat {
      let roundSeed = dice.next()
      let round = stage.run(Plan(seed: roundSeed))
      outcome.add(round, seed: roundSeed)
      report(outcome)
    } while outcome.holds && goesOn(outcome)
    return outcome
  }
}
