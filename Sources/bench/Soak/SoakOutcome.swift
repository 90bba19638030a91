/// The progress and the findings of a soak.
public struct SoakOutcome: Sendable {
  /// The initial seed.
  public let seed: UInt64
  /// How many graphs have been run.
  public private(set) var rounds = 0
  /// How many operations the graphs had.
  public private(set) var operations = 0
  /// How many dependencies the graphs had.
  public private(set) var dependencies = 0
  /// How many barriers have run.
  public private(set) var barriers = 0
  /// How many interventions were made: a cancel, a suspension, a changed limit, priority or dependency.
  public private(set) var meddlings = 0
  /// How many threads have waited for operations, and were released.
  public private(set) var waiters = 0
  /// What did not hold, one sentence each.
  public private(set) var violations: [String] = []
  /// The seed of the round that failed.
  public private(set) var failingRound: UInt64?

  /// Whether everything held.
  public var holds: Bool { violations.isEmpty }

  init(seed: UInt64) { self.seed = seed }

  mutating func add(_ round: Round, seed: UInt64) {
    let plan = round.plan
    rounds += 1
    operations += plan.nodes.count
    dependencies += plan.nodes.reduce(0) { $0 + $1.dependencies.count }
    barriers += round.barriersRun.load(ordering: .relaxed)
    meddlings += plan.meddling.count
    waiters += plan.waiters.count
    violations += round.findings.all
    if !holds && failingRound == nil { failingRound = seed }
  }
}

extension SoakOutcome: CustomStringConvertible {
  /// A summary of a few lines, with the seed that repeats a failure.
  public var description: String {
    let summary =
      "\(operations) operations in \(rounds) graphs, \(dependencies) dependencies, \(barriers) barriers, "
      + "\(meddlings) meddlings, \(waiters) waiters (seed \(seed))"
    guard let failingRound else { return summary + ": everything held" }
    return ([summary + ": in the graph of seed \(failingRound)"] + violations.prefix(20))
      .joined(separator: "\n  ")
  }
}
