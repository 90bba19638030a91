/// The progress and the findings of a soak.
public struct SoakOutcome: Sendable {
  /// The initial seed.
  public let seed: UInt64
  /// How many graphs have been run.
  public private(set) var rounds = 0
  /// How many operations the graphs had.
  public private(set) var operations = 0
  /// What did not hold, one sentence each.
  public private(set) var violations: [String] = []
  /// The seed of the round that failed.
  public private(set) var failingRound: UInt64?

  /// Whether everything held.
  public var holds: Bool { violations.isEmpty }

  init(seed: UInt64) { self.seed = seed }

  mutating func add(_ round: Round, seed: UInt64) {
    rounds += 1
    operations += round.plan.nodes.count
    violations += round.findings.all
    if !holds && failingRound == nil { failingRound = seed }
  }
}

extension SoakOutcome: CustomStringConvertible {
  /// A summary of a few lines, with the seed that repeats a failure.
  public var description: String {
    let summary = "\(operations) operations in \(rounds) graphs (seed \(seed))"
    guard let failingRound else { return summary + ": everything held" }
    return ([summary + ": in the graph of seed \(failingRound)"] + violations.prefix(20))
      .joined(separator: "\n  ")
  }
}
