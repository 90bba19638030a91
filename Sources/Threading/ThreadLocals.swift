/// The variables that each thread has for itself.
package final class ThreadLocals {
  private static let slot = ThreadSlot<ThreadLocals>()

  /// The calling thread's variables.
  ///
  /// Only that thread may touch them.
  package static var current: ThreadLocals { slot.object { ThreadLocals() }.takeUnretainedValue() }

  /// Runs `body` with the calling thread's variables, which are not retained for it.
  static func withCurrent<Result>(_ body: (ThreadLocals) -> Result) -> Result {
    slot.object { ThreadLocals() }._withUnsafeGuaranteedRef(body)
  }

  /// The director of this thread, while it is explored.
  var director: (any Director)?

  /// Handlers that the cancelling of a task has started, while this thread cancels one.
  var startedHandlers: [CancellationHandler]?

  /// The pool whose worker this thread is.
  package internal(set) var pool: WorkerPool?

  /// Where this thread sleeps while another holds a lock that it wants.
  let parker = Parker()

  /// Not inlined: it would make the way to an existing object longer.
  @inline(never)
  private init() {}
}
