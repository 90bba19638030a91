/// What came of an exploration: print it, or ask it.
public struct Exploration: Sendable, CustomStringConvertible {
  /// The scenario's name.
  public let name: String
  /// How many different schedules were tried in the last round of the search.
  public let schedules: Int
  /// How many schedules were run in all, in every round and on the way to a short failure.
  public let runs: Int
  /// What may be claimed now.
  public let verdict: Verdict
  /// What is wrong, nil when nothing was found.
  public let finding: Finding?
  /// The line that brings the failing schedule back, nil when there is none.
  public let token: String?
  /// The failing schedule, or the replayed one, a column for each thread.
  public let table: ThreadTable?
  /// What else must be known of a replayed schedule.
  let remark: String?
  /// Whether atomics were used with orderings that allow more than was tried.
  let hasWeakAtomics: Bool
  /// How often one thread of the system had to wake another.
  package let handOvers: Int
  /// How many threads will never run again, because they wait for each other.
  public let parkedThreads: Int

  /// Whether the scenario was shown to be right, within the bounds that the ``verdict`` names.
  ///
  /// That nothing was found is less: ask for the ``finding``.
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
