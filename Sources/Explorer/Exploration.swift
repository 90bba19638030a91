/// The result of an exploration: print it, or read its parts.
public struct Exploration: Sendable, CustomStringConvertible {
  /// The scenario's name.
  public let name: String
  /// How many different schedules were tried in the last round of the search.
  public let schedules: Int
  /// How many schedules were run in total, in every round and to shorten the failure.
  public let runs: Int
  /// What the exploration allows you to claim.
  public let verdict: Verdict
  /// What is wrong, nil when nothing was found.
  public let finding: Finding?
  /// What a data race breaks in the schedule that is shown; nil if no such order was found, or for other
  /// findings.
  public let harm: Finding?
  /// The line that reproduces the failing schedule, nil if there is none.
  public let token: String?
  /// The failing schedule, or the replayed one, a column for each thread.
  public let table: ThreadTable?
  /// A remark on a replayed schedule, nil if none is needed.
  let remark: String?
  /// Whether atomics were used with orderings that allow more than was tried.
  let hasWeakAtomics: Bool
  /// What the Explorer did not see of the platform, sorted: the effects of some calls, and the orders of its
  /// locks.
  public let unseen: [String]
  /// How many threads will never run again, because they wait for one another.
  public let parkedThreads: Int

  /// Whether the scenario was proven right, within the bounds that the ``verdict`` names.
  ///
  /// That nothing was found says less: see ``finding``.
  public var passed: Bool { verdict.isProof }

  /// How much was tried, in words.
  public var summary: String {
    let isReplayedWell = verdict == .replayed && finding == nil
    let words = verdict.words(schedules == 1 ? "1 schedule" : "\(schedules) schedules")
    let orderings =
      verdict.isProof && hasWeakAtomics ? ", taking all atomic orderings as sequentially consistent" : ""
    return (isReplayedWell ? "this schedule now passes" : words) + orderings
      + (remark.map { " (\($0))" } ?? "")
  }

  /// The whole report: the summary and, for a failure, the finding, the table and the token.
  public var description: String { report(width: ThreadTable.width) }
}
