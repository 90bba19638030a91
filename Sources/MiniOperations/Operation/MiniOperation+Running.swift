import Foundation
import Synchronization

// How an operation ends.

extension MiniOperation {
  /// The effects of the end of an operation, which happen after unlocking.
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

  /// Ends the life and releases the dependents; nil when it had ended before.
  ///
  /// Everything that must happen once is taken out under the lock, so the thread that
  /// comes second finds nothing: exactly once, however often `isFinished` is
  /// announced, and nothing that was captured is held a moment longer.
  ///
  /// - Parameters:
  ///   - isHandedOut: Whether a worker of the queue calls, and checks the operation itself.
  ///   - isAnnounced: Whether the caller notifies the observers of the end.
  final func end(isHandedOut: Bool = false, isAnnounced: Bool = false) -> FinishEffects? {
    let ending = withState { state -> FinishEffects? in
      let wasAwaitingFinish = state.lifecycle.phase == .awaitingFinish
      guard state.lifecycle.finish(isAnnounced: isAnnounced) else { return nil }
      defer { state.give(self, to: nil) }
      if isHandedOut && !wasAwaitingFinish && state.hasNothingButItsTask { return FinishEffects(rest: nil) }
      let waiting = state.takeWaiting()
      return FinishEffects(
        rest: FinishEffects.Rest(
          dependents: waiting.dependents, latch: waiting.latch,
          observers: state.observers, queue: isHandedOut ? nil : state.queue,
          workers: state.completionBlock == nil ? nil : state.queue?.blockWorkers,
          completionBlock: state.completionBlock.take(), counter: wasAwaitingFinish ? state.queue : nil,
          unfinishedProgress: state.details?.unfinishedProgress.take()))
    }
    guard let ending else { return nil }
    if let progress = ending.rest?.unfinishedProgress {
      progress.complete()
    } else {
      ending.rest?.counter?.countProgress()
    }
    releaseTask()
    Direction.note("\(label) has finished")
    ending.rest?.dependents.forEach { $0.dependencyLeft() }
    return ending
  }

  /// Ends an operation whose default `start()` is done, if its `isFinished` is true.
  ///
  /// A subclass that overrides `isFinished` may return false, because its work continues. The
  /// operation then stays as it is, with its queue, its slot, its dependents, waiters and
  /// completion block, until the subclass announces `isFinished`. The question is asked
  /// before the end is stored, because the end cannot be taken back.
  ///
  /// The order is Foundation's: the state is stored, dependents are released,
  /// observers are notified, and waiters are woken. The queue is notified last. For a start by
  /// one of its workers it is not: the worker checks when `start()` has returned.
  final func finish(
    _ starter: Starter, wasExecuting: Bool, _ observersAtStart: Observers?, _ progress: OperationProgress?,
    on context: ThreadContext
  ) {
    var wasExecuting = wasExecuting
    if context.askForEnd(of: self) {
      if let progress { progress.resign() } else { context.queueThatCounts(for: starter)?.countProgress() }
    } else {
      if let rest = progress?.resignUnfinished() { withState { $0.makeDetails().unfinishedProgress = rest } }
      leaveOpen(wasExecuting: wasExecuting, observersAtStart)
      wasExecuting = false
      // Asked again: with "super.isFinished && …" an announcement on another thread
      // that came before the line above has found this part missing.
      guard isFinished else { return }
    }
    // The same object once it exists; one that was made since the start is looked up.
    if let observers = observersAtStart ?? observers {
      if wasExecuting { observers.announcePrior(.isExecuting, on: self, old: true) }
      observers.announcePrior(.isFinished, on: self, old: false)
    }
    guard let ending = end(isHandedOut: starter == .worker, isAnnounced: true) else { return }
    // The observers of the end, not of the beginning: one that was added meanwhile
    // has seen the operation unfinished and counts on the announcement.
    if let observers = ending.observers {
      if wasExecuting { observers.announceChange(.isExecuting, on: self, old: true, new: false) }
      observers.announceChange(.isFinished, on: self, old: false, new: true)
    }
    ending.wakeAndComplete()
    ending.queue?.operation(self, didChange: .isFinished)
  }

  /// Stores and announces that the default `start()` is done although the operation continues.
  private final func leaveOpen(wasExecuting: Bool, _ observersAtStart: Observers?) {
    if wasExecuting { (observersAtStart ?? observers)?.announcePrior(.isExecuting, on: self, old: true) }
    withState { $0.lifecycle.leaveOpen() }
    if wasExecuting { observers?.announceChange(.isExecuting, on: self, old: true, new: false) }
  }

  /// Ends an operation whose queue saw it finished although it announced nothing.
  final func endUnannounced() {
    if !currentFlags.contains(.ended) { end()?.wakeAndComplete() }
  }

  final func waitForFinish() {
    if ThreadContext.current.operation == ObjectIdentifier(self) && !isFinished {
      return Misuse(
        .waitsForItself, self, "'\(displayName)' waits for itself to finish, on the thread that runs it.",
        instead: "Return from main() instead, or wait on another thread."
      ).report()
    }
    let (latch, queue) = withState { state -> (Latch?, MiniOperationQueue?) in
      if state.lifecycle.hasEnded { return (nil, nil) }
      if let latch = state.details?.latch { return (latch, state.queue) }
      // Not `label`, which would read the state while it is being changed.
      let latch = Latch(name: "end of \(state.name ?? "\(type(of: self))")")
      state.makeDetails().latch = latch
      return (latch, state.queue)
    }
    if let latch { ThreadContext.current.wait(at: latch, for: self, of: queue) }
  }

  final func replaceCompletionBlock(with block: (@Sendable () -> Void)?) {
    changing(.completionBlock) {
      // The old block leaves the lock before it is released: it may hold the last
      // reference to another operation, whose `deinit` must not run under this lock.
      _ = withState { state in
        let old = state.completionBlock
        state.completionBlock = block
        return old
      }
    }
  }

  final func replacePriority(with priority: QueuePriority) {
    changing(.queuePriority) { withState { $0.priority = priority } }
    if currentFlags.contains(.queued) {
      withState { $0.queue }?.operation(self, didChange: .queuePriority)
    }
  }
}
