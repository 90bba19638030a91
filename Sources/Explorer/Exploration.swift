/// What came of an exploration: print it, or ask it.
public struct Exploration: Sendable, CustomStringConvertible {
  /// Which schedules were tried.
  public enum Coverage: Sendable, Equatable {
    /// All there are.
    case everySchedule
    /// All that stop a thread which could have gone on at most so many times.
    case preemptions(atMost: Int)
    /// Some, chosen with this seed.
    case random(seed: UInt64)
    /// One, given by its token.
    case replay
    /// The search ended before it was through, at a finding or at a limit.
    case cutShort
  }

  /// The scenario's name.
  public let name: String
  /// How many different schedules were tried in the last round of the search.
  public let schedules: Int
  /// How many schedules were run in all, in every round and on the way to a short failure.
  public let runs: Int
  /// Which ones they were.
  public let coverage: Coverage
  /// What is wrong, nil when nothing was found.
  public let finding: Finding?
  /// The line that brings the failing schedule back, nil when there is none.
  public let token: String?
  /// The failing schedule, or the replayed one, a column for each thread.
  public let table: ThreadTable?
  /// How often one thread of the system had to wake another.
  package let handOvers: Int
  /// How many threads will never run again, because they wait for each other.
  public let parkedThreads: Int

  /// Whether nothing was found.
  public var passed: Bool { finding == nil }

  /// How much was tried, in words.
  public var summary: String {
    let count = schedules == 1 ? "1 schedule" : "\(schedules) schedules"
    switch coverage {
    case .everySchedule: return "\(count): all possible orders"
    case .preemptions(let bound):
      return "\(count): all orders with at most \(bound) preemption\(bound == 1 ? "" : "s")"
    case .random(let seed): return "\(count), chosen at random with the seed \(seed)"
    case .replay: return "1 schedule, replayed"
    case .cutShort:
      return finding == nil ? "\(count), then a limit was reached" : "\(count) until it failed"
    }
  }

  /// The whole report: the summary and, for a failure, the finding, the table and the token.
  public var description: String { report(width: ThreadTable.width) }
}
