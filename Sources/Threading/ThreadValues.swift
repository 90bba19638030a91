/// What one thread of a schedule keeps for itself: a system thread runs several such threads in turn.
package final class ThreadValues: @unchecked Sendable {
  // Unchecked: only the thread that it belongs to uses it.

  /// The queues whose work it does now, the innermost last.
  package var queues: [DirectedQueue] = []
  /// What stands for the thread itself.
  package var thread: AnyObject?

  /// The values of the calling thread.
  package static func current(_ director: any Director) -> ThreadValues {
    director.local(to: nil) { ThreadValues() }
  }
}
