/// Starts threads, so that a director can start them instead.
package enum Threads {
  /// Starts a thread that runs `body` and ends.
  ///
  /// Where the caller is directed, the new thread is too. Without a thread the program cannot continue, so a
  /// refusal of the system ends it.
  package static func start(named name: String, _ body: @escaping @Sendable () -> Void) {
    guard !tryToStart(named: name, body) else { return }
    fatalError(
      "The system did not start the thread '\(name)': it allows this process no more threads or memory. "
        + "Raise the limit, or use fewer threads.")
  }

  /// Starts a thread as ``start(named:_:)`` does; false when the system allows no more threads.
  package static func tryToStart(named name: String, _ body: @escaping @Sendable () -> Void) -> Bool {
    guard let director = Direction.current else { return Platform.startThread(named: name, body) }
    director.startThread(named: name, mayRunFirst: true, body)
    return true
  }
}

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
