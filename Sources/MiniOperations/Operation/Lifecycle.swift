/// The one-way life of an operation, as plain data.
///
/// A lifecycle knows nothing of threads, locks or observers. Each event moves it
/// forward and returns what the operation must do now, or is refused. Nothing in it
/// ever goes back: an operation is a single shot. "Finished" has one meaning here, in
/// `Flags` and in the queue: the last phase. What `isFinished` answers is another
/// matter, because a subclass may override it.
///
/// The way from `addOperation(_:)` to the completion block; on the right the phase from then on:
///
///     MiniOperationQueue.add            claims the operation for the queue, and reads it
///       Schedule.add                    gives it its place, under the queue's lock           waiting
///       WorkerPool.requestWorker        wakes a thread, or starts one
///
///     MiniOperationQueue.runWork        on that thread:
///       Schedule.takeNext               takes the operation, under the queue's lock
///       MiniOperationQueue.run          reads isFinished, and calls start()
///         MiniOperation.begin           is the default start():
///           Lifecycle.start             decides, under the operation's lock                  executing
///           main()                      does the task
///           ThreadContext.leavesStart   reads isFinished: true, unless a subclass overrides it
///           MiniOperation.finish        is the same for everyone who finds it true:
///             Lifecycle.finish          stores it, under the operation's lock                finished
///             DependencyNode            tells each dependent that it waits for one less
///             Observers                 are notified
///             Latch                     wakes the threads that wait
///             WorkerPool                gets the completion block, as a BlockJob
///         MiniOperation.checkFinish     finds it finished
///       Schedule.remove, takeNext       one change: it leaves, and the next one is taken
///
///     BlockJob.runWork                  on any worker: the completion block
///
/// Three things differ for some operations. One that was cancelled before its start skips `executing` and
/// `main()`. One whose overridden `isFinished` is false when `main()` has returned is `awaitingFinish` from
/// then on: `start()` returns, and the subclass's announcement, `didChangeValue(forKey:)`, calls `finish`,
/// which also notifies the queue. One that overrides `start()` does not pass `begin`; its announcement calls
/// `finish` too, or `checkFinish` does, if `isFinished` is true after `start()` and was not announced.
struct Lifecycle {
  enum Phase: Equatable {
    /// The phase until the task begins, with the number of unfinished dependencies.
    case waiting(unfinished: Int32)
    /// The phase while the task runs.
    case executing(by: Cause)
    /// The phase after the default `start()` has done its part, until a subclass's `isFinished` is true.
    case awaitingFinish
    /// The final phase: dependents, waiting threads and the completion block wait no longer.
    case finished(by: Cause)
  }

  /// What has brought a life into a phase.
  enum Cause {
    /// The default `start()`, which announces the change itself.
    case start
    /// The announcement of a subclass.
    case announcement
    /// The queue, which found `isFinished` true without an announcement.
    case queue
  }

  private(set) var phase = Phase.waiting(unfinished: 0)
  private(set) var isCancelled = false

  /// Whether dependencies allow a start; once it has started, it stays true.
  var isReady: Bool {
    switch phase {
    case .waiting(let unfinished): unfinished == 0 || isCancelled
    case .executing, .awaitingFinish, .finished: true
    }
  }

  var isFinished: Bool { if case .finished = phase { true } else { false } }

  /// How an event has changed `isReady`.
  enum ReadinessChange: Equatable {
    case none, becameReady, becameUnready
  }

  /// Records one more dependency that is not finished.
  ///
  /// Once the task runs it changes nothing.
  mutating func dependencyAdded() -> ReadinessChange {
    guard case .waiting(let unfinished) = phase else { return .none }
    phase = .waiting(unfinished: unfinished + 1)
    return unfinished == 0 && !isCancelled ? .becameUnready : .none
  }

  /// Records that a dependency has finished, or was removed.
  mutating func dependencyLeft() -> ReadinessChange {
    guard case .waiting(let unfinished) = phase, unfinished > 0 else { return .none }
    phase = .waiting(unfinished: unfinished - 1)
    return unfinished == 1 && !isCancelled ? .becameReady : .none
  }

  /// What to announce after a request to cancel.
  enum CancelAction: Equatable {
    case nothing
    case announceCancelled(readiness: ReadinessChange)
  }

  /// Records the request to cancel; a no-op when it has finished, or when repeated.
  ///
  /// A cancelled operation waits for nothing: it is ready, so that a queue can
  /// start it, see that there is nothing to do, and get rid of it.
  mutating func cancel() -> CancelAction {
    guard !isCancelled, !isFinished else { return .nothing }
    let wasReady = isReady
    isCancelled = true
    return .announceCancelled(readiness: wasReady ? .none : .becameReady)
  }

  /// What `start()` has to do.
  enum StartAction: Equatable {
    case runMain
    /// Cancelled before it began: the task never runs, but the operation must still finish.
    case finishOnly
    case returnSilently
    case refuse(Misuse.Rule)
  }

  /// Begins the task, if `isReady` (which a subclass may define) and the phase allow it.
  mutating func start(isReady: Bool) -> StartAction {
    switch phase {
    case .waiting where !isReady: return .refuse(.startedBeforeReady)
    case .waiting where isCancelled: return .finishOnly
    case .waiting:
      phase = .executing(by: .start)
      return .runMain
    case .executing, .awaitingFinish: return .refuse(.startedWhileExecuting)
    case .finished: return .returnSilently
    }
  }

  /// Records that a subclass that overrides `start()` announces that it executes.
  mutating func noteExecution() {
    if case .waiting = phase { phase = .executing(by: .announcement) }
  }

  /// Records that the default `start()` is done, but a subclass reports that the operation has not finished.
  mutating func awaitFinish() {
    if !isFinished { phase = .awaitingFinish }
  }

  /// Finishes the life; false when it had finished before.
  mutating func finish(by cause: Cause) -> Bool {
    guard !isFinished else { return false }
    phase = .finished(by: cause)
    return true
  }
}
