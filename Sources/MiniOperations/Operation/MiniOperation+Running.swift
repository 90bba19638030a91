import Synchronization

// The default `start()` and the finish. `Lifecycle` shows where they stand on the way of an operation.

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
    case .runMain, .finishOnly:
      let hasTask = action == .runMain
      if starter == .hand {
        context.run(self, of: context.running.queue) {
          carryOut(hasTask, for: starter, observers, on: context)
        }
      } else {
        carryOut(hasTask, for: starter, observers, on: context)
      }
    case .returnSilently:
      return
    case .refuse(let rule):
      Misuse.refusedStart(rule, of: self, by: starter).report()
    }
  }

  /// Runs the task, if there is one to run, and finishes the operation, if its `isFinished` is true then.
  ///
  /// A subclass that overrides `isFinished` may return false, because its work continues. The operation then
  /// stays as it is, with its queue, its slot, its dependents, waiters and completion block, until the
  /// subclass announces `isFinished`. It is read before the finish is stored, because that cannot be undone.
  private final func carryOut(
    _ hasTask: Bool, for starter: Starter, _ observersAtStart: Observers?, on context: ThreadContext
  ) {
    let counter = starter == .hand ? nil : context.running.counter(of: self)
    var progress: OperationProgress?
    if hasTask {
      Direction.note("\(label) begins main")
      observersAtStart?.announce(.isExecuting, on: self, from: false, to: true)
      progress = counter?.makeOperationProgress()
      progress?.becomeCurrent()
      main()
    }
    var executes = hasTask
    if context.leavesStart(reading: self) {
      if let progress { progress.resign() } else { counter?.countProgress() }
    } else {
      if let rest = progress?.resignUnfinished() { withState { $0.makeNode().uncounted = rest } }
      if executes { (observersAtStart ?? observers)?.announcePrior(.isExecuting, on: self, old: true) }
      withState { $0.lifecycle.awaitFinish() }
      if executes { observers?.announceChange(.isExecuting, on: self, old: true, new: false) }
      executes = false
      // Read again: with "super.isFinished && …" an announcement on another thread
      // before the line above has found this part missing.
      guard isFinished else { return }
    }
    // The same object once it exists; one that was made since the start is looked up.
    if let observers = observersAtStart ?? observers {
      if executes { observers.announcePrior(.isExecuting, on: self, old: true) }
      if !currentFlags.contains(.finished) { observers.announcePrior(.isFinished, on: self, old: false) }
    }
    finish(by: .start, wasExecuting: executes, isOnWorker: starter == .worker)
  }
}

// MARK: - The finish

extension MiniOperation {
  /// Finishes the operation, whose `isFinished` is true; called by everyone who finds that, and done once.
  ///
  /// The order is Foundation's: the state is stored, dependents are released, observers are notified, and
  /// waiters are woken. The queue is notified last, unless it has called, or its worker has, which reads the
  /// state itself.
  ///
  /// Everything that must happen once is taken out under the lock, so a second thread finds nothing, and no
  /// captured object is retained longer than needed.
  ///
  /// - Parameters:
  ///   - wasExecuting: Whether the default `start()` announces that it executes no longer.
  ///   - isOnWorker: Whether a worker of the queue has called `start()`.
  final func finish(by cause: Lifecycle.Cause, wasExecuting: Bool = false, isOnWorker: Bool = false) {
    let outcome = withState { state -> FinishOutcome in
      let wasAwaited = state.lifecycle.phase == .awaitingFinish
      let isAnnounced = state.lifecycle.phase == .finished(by: .start)
      guard state.lifecycle.finish(by: cause) else { return .again(isAnnounced: isAnnounced) }
      defer { state.give(self, to: nil) }
      return .first(state.takeWaiting(wasAwaited: wasAwaited, queueKnows: isOnWorker || cause == .queue))
    }
    switch consume outcome {
    case .again(let isAnnounced):
      // A subclass that announced its end in its task has left this to the default start().
      if wasExecuting { observers?.announceChange(.isExecuting, on: self, old: true, new: false) }
      guard cause == .announcement else { return }
      // Announced before: by the default start(), which was faster, or by the subclass, which may do so
      // again.
      if isAnnounced {
        observers?.forgetChange(.isFinished)
      } else {
        observers?.didChange(.isFinished, on: self)
      }
    case .first(let waiting):
      releaseTask()
      Direction.note("\(label) has finished")
      guard let waiting else { return }
      waiting.progress?.count()
      waiting.dependents?.forEach { $0.dependencyLeft() }
      // The observers at the finish, not at the start: one that was added in between
      // has seen the operation unfinished and counts on the announcement.
      switch cause {
      case .start:
        if wasExecuting { waiting.observers?.announceChange(.isExecuting, on: self, old: true, new: false) }
        waiting.observers?.announceChange(.isFinished, on: self, old: false, new: true)
      case .announcement: waiting.observers?.didChange(.isFinished, on: self)
      case .queue: break
      }
      waiting.latch?.open()
      if let block = waiting.completionBlock {
        (waiting.blockWorkers ?? MiniOperationQueue.defaultWorkers).requestWorker(for: BlockJob(block))
      }
      waiting.queue?.operation(self, didChange: .isFinished)
    }
  }

  /// Finishes the operation if its `isFinished` is true, announced or not; returns whether it has finished.
  final func checkFinish() -> Bool {
    if currentFlags.contains(.finished) { return true }
    guard isFinished else { return false }
    finish(by: .queue)
    return true
  }

  private enum FinishOutcome: ~Copyable {
    /// With what waits for it, if anything does.
    case first(Waiting?)
    /// It had finished before; `isAnnounced` if the default `start()` has announced it.
    case again(isAnnounced: Bool)
  }

  /// What waits for the finish.
  fileprivate struct Waiting: ~Copyable {
    let dependents: Links<DependencyNode>?
    let latch: Latch?
    let observers: Observers?
    /// Nil for an operation that no queue has.
    let blockWorkers: (any Workers)?
    let completionBlock: (@Sendable () -> Void)?
    /// The queue that must be notified; nil if it knows, or will see.
    let queue: MiniOperationQueue?
    /// Set if the default `start()` has left the operation open, and so could not count it.
    let progress: UncountedProgress?
  }
}

extension MiniOperation.State {
  /// Takes out what waits for the finish; nil for most operations, so that one check replaces one for each
  /// part.
  fileprivate mutating func takeWaiting(wasAwaited: Bool, queueKnows: Bool) -> MiniOperation.Waiting? {
    let isAlone = completionBlock == nil && observers == nil && (queueKnows || owner == nil) && !wasAwaited
    if isAlone && (node.map { $0.dependents.isEmpty && $0.latch == nil } ?? true) { return nil }
    return MiniOperation.Waiting(
      dependents: node?.dependents.takeAll(), latch: node?.latch.take(), observers: observers,
      blockWorkers: completionBlock == nil ? nil : queue?.blockWorkers,
      completionBlock: completionBlock.take(),
      queue: queueKnows ? nil : queue,
      progress: wasAwaited ? UncountedProgress(rest: node?.uncounted.take(), queue: queue) : nil)
  }
}
