import Threading

/// The state of one thread of a schedule that the stand-ins keep: a system thread runs several such threads in turn.
final class ThreadValues: @unchecked Sendable {
  // Unchecked: only the thread that it belongs to uses it.

  /// What `Thread.current` returns.
  lazy var thread = Thread()
  /// The queues whose work it does now, the innermost last.
  var queues: [DispatchQueue] = []

  /// The values of the calling thread.
  static func current(_ director: any Director) -> ThreadValues { director.local(to: nil) { ThreadValues() } }
}
