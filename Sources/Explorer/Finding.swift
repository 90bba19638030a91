/// What an exploration found to be wrong in one schedule.
public struct Finding: Sendable, Equatable, CustomStringConvertible {
  /// The kinds of findings.
  public enum Kind: Sendable, Equatable {
    /// A check did not hold, at the end or after a step.
    case failedCheck
    /// A thread of the scenario threw an error.
    case thrownError
    /// A lock, a queue, a continuation or an operation was used in a way that is always a mistake.
    case misuse
    /// A thread has trapped, and the process ends after the report.
    case trap
    /// Threads wait for one another, or for something that no thread will do.
    case deadlock
    /// Two threads use the same variable, one of them changes it, and nothing orders the two.
    case dataRace
    /// A queue has an operation that can never finish.
    case zombie
    /// A thread is still there although the scenario is over.
    case endlessThread
    /// The threads ran without ending, until the limit of steps was reached.
    case livelock
    /// A thread is blocked in something that the Explorer cannot see.
    case unseenBlock
    /// The same schedule took another course the second time.
    case nondeterminism
    /// A thread that the Explorer does not control has touched what the scenario's threads use.
    case stranger
    /// A replay token belongs to another scenario, or to an earlier version of this one.
    case unfitToken
    /// The process grew from schedule to schedule: the scenario keeps memory.
    case growingMemory
  }

  /// Its kind.
  public let kind: Kind
  /// What is wrong, in one sentence or a few lines.
  public let message: String
  /// The two uses, for a data race.
  let race: DataRace?

  init(kind: Kind, message: String, race: DataRace? = nil) {
    (self.kind, self.message, self.race) = (kind, message, race)
  }

  /// The message.
  public var description: String { message }

  /// Whether the Explorer could not go on: the program may be right.
  var isLimitOfTool: Bool {
    switch kind {
    case .unseenBlock, .nondeterminism, .stranger, .unfitToken: true
    default: false
    }
  }

  /// Whether the scenario itself is wrong, and not the order in which it ran.
  var isAboutScenario: Bool {
    switch kind {
    case .unseenBlock, .nondeterminism, .stranger, .unfitToken, .growingMemory: true
    default: false
    }
  }
}
