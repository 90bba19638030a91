import Foundation
import Synchronization

// How an operation begins and how it ends.

extension MiniOperation {
  /// The name, or else the type: what messages call this operation.
  final var displayName: String { name ?? "\(type(of: self))" }

  /// What is left to do when a life has ended.
  ///
  /// It exists once per operation.
  struct Ending {
    fileprivate let dependents: [MiniOperation]
    fileprivate let latch: Latch?
    let observers: Observers?
    /// The queue that must be told; nil where its worker looks by itself.
    let queue: MiniOperationQueue?
    fileprivate let workers: (any Workers)?
    fileprivate let completionBlock: (@Sendable () -> Void)?

    /// Wakes those who wait, then has the completion block run elsewhere.
    func wakeAndComplete() {
      latch?.open()
      guard let completionBlock else { return }
      (workers ?? MiniOperationQueue.defaultWorkers).bring(to: Errand(completionBlock))
    }
  }

  /// Ends the life and releases the dependents; nil when it had ended before.
  ///
  /// Everything that must happen once is taken out under the lock, so whoever
  /// comes second finds nothing: exactly once, however often `isFinished` is
  /// announced, and nothing that was captured is held a moment longer.
  final func end(isHandedOut: Bool = false) -> Ending? {
    let ending = withState { state -> Ending? in
      guard state.lifecycle.finish() else { return nil }
      defer { state.owner = nil }
      let waiting = state.takeWaiting()
      return Ending(
        dependents: waiting.dependents, latch: waiting.latch,
        observers: state.observers, queue: isHandedOut ? nil : state.queue,
        workers: state.completionBlock == nil ? nil : state.queue?.errandWorkers,
        completionBlock: state.completionBlock.take())
    }
    guard let ending else { return nil }
    letGoOfTask()
    Direction.note("\(label) has finished")
    for dependent in ending.dependents {
      dependent.announce(dependent.withState { $0.lifecycle.dependencyLeft() })
    }
    return ending
  }

  /// Ends an operation that uses the framework's own `start()`.
  ///
  /// The order is Foundation's: the state is stored, dependents are released,
  /// observers are told, and those who wait are woken. The queue comes last: it
  /// looks at the operation when `start()` has returned, unless it is another
  /// queue's worker, or nobody's, that called `start()`.
  final func finish(wasExecuting: Bool, isHandedOut: Bool, _ observersAtStart: Observers?) {
    // They stay the same for ever once there are some; who came later is asked for.
    if let observers = observersAtStart ?? observers {
      if wasExecuting { observers.announcePrior(.isExecuting, on: self, old: true) }
      observers.announcePrior(.isFinished, on: self, old: false)
    }
    guard let ending = end(isHandedOut: isHandedOut) else { return }
    // Those of the end, not of the beginning: whoever came meanwhile and still
    // saw the operation unfinished counts on being told.
    if let observers = ending.observers {
      if wasExecuting { observers.announceChange(.isExecuting, on: self, old: true, new: false) }
      observers.announceChange(.isFinished, on: self, old: false, new: true)
    }
    ending.wakeAndComplete()
    ending.queue?.operation(self, didChange: .isFinished)
  }

  /// Ends an operation whose queue saw it finished although it announced nothing.
  final func endUnannounced() {
    if !currentFlags.contains(.finished) { end()?.wakeAndComplete() }
  }

  final func refuseStart(_ rule: Misuse.Rule) {
    let name = displayName
    switch rule {
    case .startedWhileQueued:
      Misuse(
        rule, self, "'\(name)' was started by hand, but a queue has it and will start it.",
        instead: "Either add it to a queue or call start(), not both."
      ).report()
    case .startedWhileExecuting:
      Misuse(
        rule, self, "'\(name)' was started while it executes.",
        instead: "An operation runs once; make a new one for another run."
      ).report()
    default:
      let waitsFor = unfinishedDependencies.map { "'\($0.displayName)'" }.joined(separator: ", ")
      let reason = waitsFor.isEmpty ? "its isReady is false" : "it waits for \(waitsFor)"
      Misuse(
        .startedBeforeReady, self, "'\(name)' was started before it was ready: \(reason).",
        instead: "Add it to a queue, or start it when isReady is true."
      ).report()
    }
  }

  final func waitForFinish() {
    if ThreadContext.current.operation == ObjectIdentifier(self) && !isFinished {
      return Misuse(
        .waitsForItself, self, "'\(displayName)' waits for itself to finish, on the thread that runs it.",
        instead: "Return from main() instead, or wait on another thread."
      ).report()
    }
    let latch = withState { state -> Latch? in
      if state.lifecycle.isFinished { return nil }
      if let latch = state.latch { return latch }
      // Not `label`, which would look at the state while it is being changed.
      let latch = Latch(name: "end of \(state.name ?? "\(type(of: self))")")
      state.latch = latch
      return latch
    }
    latch?.wait()
  }

  final func replaceCompletionBlock(with block: (@Sendable () -> Void)?) {
    changing(.completionBlock) {
      // The old block goes out of the lock before it is let go of: its last
      // breath may be another operation's, which is none of this lock's business.
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

extension ThreadContext {
  /// Counts one operation in the progress of the queue that runs it here.
  func countProgress() {
    if queueCountsProgress { queue?.countProgress() }
  }

  /// Runs `body` as a part of `operation`.
  func run(_ operation: MiniOperation, _ body: () -> Void) {
    let outer = self.operation
    self.operation = ObjectIdentifier(operation)
    Work.piece(of: operation) { Platform.pooled(body) }
    self.operation = outer
  }

  /// Runs `body` as a part of `operation`, which `queue` has started.
  func run(_ operation: MiniOperation, of queue: MiniOperationQueue?, _ body: () -> Void) {
    let outer = owner
    owner = queue.map(Unmanaged.passUnretained)
    run(operation, body)
    owner = outer
  }

  /// Whether a queue's worker is the caller of this operation's `start()`.
  func takeHandOut(_ operation: MiniOperation) -> Bool {
    guard handedOut == ObjectIdentifier(operation) else { return false }
    handedOut = nil
    return true
  }
}
