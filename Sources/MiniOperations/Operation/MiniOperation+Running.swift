import Synchronization

// The default `start()`, from the check whether it may begin to the finish.

extension MiniOperation {
  /// Who calls the default `start()`.
  enum Starter {
    /// A worker of the queue that has the operation.
    case worker
    /// The operation's own `start()`, which the queue has called, on any thread.
    case otherThread
    /// The program, for an operation that is in no queue.
    case hand
  }

  /// The queue that has called `start()`, until the operation has finished.
  final var queueThatStarts: MiniOperationQueue? {
    guard currentFlags.contains(.queued), let queue = withState({ $0.queue }) else { return nil }
    return queue.hasStarted(self) ? queue : nil
  }

  /// The default `start()`.
  final func begin(for starter: Starter, on context: ThreadContext) {
    // A queue has already decided to start it. A dependency that was added
    // since then is too late, and not a reason to refuse.
    let mayStart = starter != .hand || isReady
    let (action, observers) = withState { state -> (Lifecycle.StartAction, Observers?) in
      if starter == .hand && state.owner != nil { return (.refuse(.startedWhileQueued), nil) }
      return (state.lifecycle.start(isReady: mayStart), state.observers)
    }
    switch action {
    case .runMain:
      Direction.note("\(label) begins main")
      observers?.announce(.isExecuting, on: self, from: false, to: true)
      let progress = context.running.queueThatCounts(for: starter)?.makeOperationProgress()
      progress?.becomeCurrent()
      context.run(self) { main() }
      finish(starter, wasExecuting: true, observers, progress, on: context)
    case .finishOnly:
      finish(starter, wasExecuting: false, observers, nil, on: context)
    case .returnSilently:
      return
    case .refuse(let rule):
      Misuse.refusedStart(rule, of: self, by: starter).report()
    }
  }

  /// Finishes an operation whose default `start()` is done, if its `isFinished` is true.
  ///
  /// A subclass that overrides `isFinished` may return false, because its work continues. The
  /// operation then stays as it is, with its queue, its slot, its dependents, waiters and
  /// completion block, until the subclass announces `isFinished`. It is read
  /// before the finish is stored, because that cannot be undone.
  ///
  /// The order is Foundation's: the state is stored, dependents are released,
  /// observers are notified, and waiters are woken. The queue is notified last, unless
  /// one of its workers has called: it reads `isFinished` when `start()` has returned.
  private final func finish(
    _ starter: Starter, wasExecuting: Bool, _ observersAtStart: Observers?, _ progress: OperationProgress?,
    on context: ThreadContext
  ) {
    var wasExecuting = wasExecuting
    if context.readsFinished(self) {
      if let progress {
        progress.resign()
      } else {
        context.running.queueThatCounts(for: starter)?.countProgress()
      }
    } else {
      if let rest = progress?.resignUnfinished() { withState { $0.makeNode().unfinishedProgress = rest } }
      awaitFinish(wasExecuting: wasExecuting, observersAtStart)
      wasExecuting = false
      // Read again: with "super.isFinished && …" an announcement on another thread
      // before the line above has found this part missing.
      guard isFinished else { return }
    }
    // The same object once it exists; one that was made since the start is looked up.
    if let observers = observersAtStart ?? observers {
      if wasExecuting { observers.announcePrior(.isExecuting, on: self, old: true) }
      observers.announcePrior(.isFinished, on: self, old: false)
    }
    guard let effects = storeFinish(isHandedOver: starter == .worker, isAnnounced: true) else { return }
    // The observers at the finish, not at the start: one that was added in between
    // has seen the operation unfinished and counts on the announcement.
    if let observers = effects.observers {
      if wasExecuting { observers.announceChange(.isExecuting, on: self, old: true, new: false) }
      observers.announceChange(.isFinished, on: self, old: false, new: true)
    }
    effects.wakeAndComplete()
    effects.queue?.operation(self, didChange: .isFinished)
  }

  /// Stores and announces that the default `start()` is done although the operation continues.
  private final func awaitFinish(wasExecuting: Bool, _ observersAtStart: Observers?) {
    if wasExecuting { (observersAtStart ?? observers)?.announcePrior(.isExecuting, on: self, old: true) }
    withState { $0.lifecycle.awaitFinish() }
    if wasExecuting { observers?.announceChange(.isExecuting, on: self, old: true, new: false) }
  }

  /// Finishes an operation whose `isFinished` its queue found true although it was not announced.
  final func finishUnannounced() {
    if !currentFlags.contains(.ended) { storeFinish()?.wakeAndComplete() }
  }
}

// MARK: - The finish and its effects

extension MiniOperation {
  /// The effects of the finish, which happen after unlocking.
  ///
  /// It exists once per operation, and cannot be copied.
  struct FinishEffects: ~Copyable {
    /// Nil for most operations, so that one check replaces one for each part.
    fileprivate var rest: Rest?

    /// The parts that only some operations have.
    fileprivate struct Rest {
      let dependents: Links<DependencyNode>
      let latch: Latch?
      let observers: Observers?
      /// The queue that must be notified; nil if its worker checks by itself.
      let queue: MiniOperationQueue?
      let workers: (any Workers)?
      let completionBlock: (@Sendable () -> Void)?
      /// The queue whose progress counts the operation now, because its default `start()` could not.
      let counter: MiniOperationQueue?
      let unfinishedProgress: UnfinishedProgress?
    }

    var observers: Observers? { rest?.observers }
    var queue: MiniOperationQueue? { rest?.queue }

    /// Wakes the waiters, then has the completion block run elsewhere.
    func wakeAndComplete() {
      rest?.latch?.open()
      guard let completionBlock = rest?.completionBlock else { return }
      (rest?.workers ?? MiniOperationQueue.defaultWorkers).requestWorker(for: BlockJob(completionBlock))
    }
  }

  /// Stores that the operation has finished, and releases its dependents; nil if that was stored before.
  ///
  /// Everything that must happen once is taken out under the lock, so a second thread
  /// finds nothing: exactly once, however often `isFinished` is announced, and no captured
  /// object is retained longer than needed.
  ///
  /// - Parameters:
  ///   - isHandedOver: Whether a worker of the queue has called `start()`, and reads `isFinished` itself.
  ///   - isAnnounced: Whether the caller notifies the observers of `isFinished`.
  final func storeFinish(isHandedOver: Bool = false, isAnnounced: Bool = false) -> FinishEffects? {
    let effects = withState { state -> FinishEffects? in
      let wasAwaitingFinish = state.lifecycle.phase == .awaitingFinish
      guard state.lifecycle.finish(isAnnounced: isAnnounced) else { return nil }
      defer { state.give(self, to: nil) }
      if isHandedOver && !wasAwaitingFinish && state.hasNothingButItsTask { return FinishEffects(rest: nil) }
      let waiting = state.takeWaiting()
      return FinishEffects(
        rest: FinishEffects.Rest(
          dependents: waiting.dependents, latch: waiting.latch,
          observers: state.observers, queue: isHandedOver ? nil : state.queue,
          workers: state.completionBlock == nil ? nil : state.queue?.blockWorkers,
          completionBlock: state.completionBlock.take(), counter: wasAwaitingFinish ? state.queue : nil,
          unfinishedProgress: state.node?.unfinishedProgress.take()))
    }
    guard let effects else { return nil }
    if let progress = effects.rest?.unfinishedProgress {
      progress.complete()
    } else {
      effects.rest?.counter?.countProgress()
    }
    releaseTask()
    Direction.note("\(label) has finished")
    effects.rest?.dependents.forEach { $0.dependencyLeft() }
    return effects
  }
}
