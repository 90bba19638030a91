/// The one-way life of an operation, as plain data.
///
/// A lifecycle knows nothing of threads, locks or observers. Each event moves it
/// forward and returns what the operation must do now, or is refused. Nothing in it
/// ever goes back: an operation is a single shot.
struct Lifecycle {
  enum Phase: Equatable {
    /// The phase until the task begins, with the number of unfinished dependencies.
    case waiting(unfinished: Int32)
    /// The phase while the task runs.
    case executing
    /// The phase after the default `start()` has done its part, until a subclass's `isFinished` is true.
    case awaitingFinish
    /// The final phase.
    case finished
  }

  private(set) var phase = Phase.waiting(unfinished: 0)
  private(set) var isCancelled = false
  /// Whether a subclass has announced that it executes before the default `start()` was called.
  private(set) var isExecutionAnnounced = false
  /// Whether the default `start()` has announced that it finished; an announcement by hand then adds nothing.
  private(set) var isFinishAnnounced = false

  /// Whether dependencies allow a start; once it has started, it stays true.
  var isReady: Bool {
    switch phase {
    case .waiting(let unfinished): unfinished == 0 || isCancelled
    case .executing, .awaitingFinish, .finished: true
    }
  }

  var isExecuting: Bool { phase == .executing }

  /// What the default `isFinished` answers: nothing is left to do for the default `start()`.
  var isFinished: Bool { phase == .awaitingFinish || phase == .finished }

  /// Whether the operation has ended, and with it the wait of its dependents.
  var hasFinished: Bool { phase == .finished }

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
    guard !isCancelled, !hasFinished else { return .nothing }
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
      phase = .executing
      return .runMain
    case .executing, .awaitingFinish: return .refuse(.startedWhileExecuting)
    case .finished: return .returnSilently
    }
  }

  /// Records that a subclass that overrides `start()` announces that it executes.
  mutating func noteExecution() {
    guard case .waiting = phase else { return }
    phase = .executing
    isExecutionAnnounced = true
  }

  /// Records that the default `start()` is done, but a subclass reports that the operation has not finished.
  mutating func awaitFinish() {
    if !hasFinished { phase = .awaitingFinish }
  }

  /// Finishes the life; false when it had finished before.
  ///
  /// - Parameter isAnnounced: Whether the caller also announces it.
  mutating func finish(isAnnounced: Bool = false) -> Bool {
    guard !hasFinished else { return false }
    phase = .finished
    isFinishAnnounced = isAnnounced
    return true
  }
}
