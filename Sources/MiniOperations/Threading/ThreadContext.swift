import Foundation

/// What the framework remembers about one thread.
final class ThreadContext {
  private static let slot = ThreadSlot<ThreadContext>()

  /// The calling thread's context.
  ///
  /// Only that thread may touch it.
  static var current: ThreadContext { slot.object { ThreadContext() }.takeUnretainedValue() }

  /// Runs `body` with the calling thread's context, which exists as long as the thread.
  ///
  /// So it need not be retained, which saves time in every operation.
  static func withCurrent<Result>(_ body: (ThreadContext) -> Result) -> Result {
    slot.object { ThreadContext() }._withUnsafeGuaranteedRef(body)
  }

  /// The director of this thread, while it is explored.
  var director: (any Director)?

  /// Handlers that the cancelling of a task has started, while this thread cancels one.
  var startedHandlers: [CancellationHandler]?

  /// The queue whose operation runs here.
  var owner: Unmanaged<MiniOperationQueue>?

  var queue: MiniOperationQueue? { owner?.takeUnretainedValue() }

  /// Whether that queue reports progress.
  var queueCountsProgress = false

  /// The operation whose `start()` runs here, the innermost one where several are nested.
  ///
  /// Compared, never followed, and so is the next one.
  var operation: ObjectIdentifier?

  /// The operation that a queue is starting here; `start()` checks its caller.
  var handedOut: ObjectIdentifier?

  /// The operation whose end is being checked here; see `askForEnd(of:)`.
  var ending: ObjectIdentifier?

  /// The quality of service that was last set here.
  private(set) var quality = QualityOfService.default

  /// Lets the thread run at this quality of service, if it is not the one it has.
  func setQuality(_ quality: QualityOfService) {
    guard quality != self.quality else { return }
    self.quality = quality
    Thread.current.qualityOfService = quality
  }

  /// What the thread works on, while a listener is set.
  var work: Work.Piece?

  /// The pool whose worker this thread is.
  var pool: WorkerPool?

  /// How many of its waits this thread has left for other work; see ``WorkerPool/deepestWait``.
  var waitDepth = 0

  /// Dependencies whose release is deferred, so that a long chain does not recurse.
  ///
  /// Exclusivity is not checked at run time: only its own thread touches a context, and no statement that
  /// changes this one runs other code meanwhile.
  @exclusivity(unchecked) var dying: [Links<StrongLink>]?

  /// Where this thread sleeps while another holds a lock that it wants.
  let parker = Parker()
}
