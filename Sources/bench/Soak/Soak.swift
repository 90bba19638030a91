import MiniOperations

/// Runs random graphs of operations and checks the framework's promises.
///
///     let outcome = Soak.run(operations: 1_000_000, seed: 1)
///     print(outcome)
///
/// Each round is one random graph: dependencies, priorities, several queues
/// with limits, operations that end on another thread. While one thread adds
/// them, another cancels, suspends, changes limits, priorities and dependencies,
/// and others wait. Afterwards each operation must have finished once, never too
/// early, never beside too many others; completion blocks ran once; every thread
/// that waited was released; and nothing is left, neither in the queues nor in
/// memory.
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
    let stage = ThreadedStage()
    var dice = Dice(seed: seed)
    var outcome = SoakOutcome(seed: seed)
    repeat {
      let roundSeed = dice.next()
      let round = stage.run(Plan(seed: roundSeed))
      outcome.add(round, seed: roundSeed)
      report(outcome)
    } while outcome.holds && outcome.operations < operations
    return outcome
  }
}
