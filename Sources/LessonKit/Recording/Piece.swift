/// A stretch of time in which one thread worked for one operation, or took a message.
public struct Piece: Sendable {
  /// The thread's name.
  public let thread: String
  /// Distinguishes threads of one name.
  let threadNumber: ThreadNumber
  /// The operation's name; empty for a message that no watched operation has posted.
  public let subject: String
  /// The number of the operation's `watch`, 0 for none.
  let watched: Int
  /// Whether it is a message of a thread that serves many operations.
  public let isMessage: Bool
  /// When the call began.
  public let from: Duration
  /// When the call returned; nil while it runs.
  public internal(set) var to: Duration?
}
