import Foundation
import Synchronization

/// One task and its state: whether it may start, whether it runs, whether it has finished.
///
/// Subclass it and override ``main()`` when the task ends where `main` returns:
///
///     final class Resize: MiniOperation, @unchecked Sendable {
///       override func main() {
///         guard !isCancelled else { return }
///         // … the work …
///       }
///     }
///
/// Override ``start()``, ``isExecuting`` and ``isFinished`` instead when the task
/// continues after `start` has returned, a download for instance. Such a subclass
/// announces both keys itself, with ``willChangeValue(forKey:)`` and
/// ``didChangeValue(forKey:)``. Without an announcement of `isFinished` after
/// `start` has returned, its queue waits forever.
///
/// An operation is a single shot: it goes from waiting to executing to finished,
/// never back. Add it to a ``MiniOperationQueue``, or call ``start()`` yourself.
/// All its methods may be called on any thread.
open class MiniOperation: @unchecked Sendable {
  // Unchecked: `guarded` is touched in `withState` only, `entry` under the lock
  // of the queue that has the operation; the rest is atomic or constant.

  let lock = Lock()
  // Exclusivity is not checked at run time, because the lock excludes already. The check here, in `entry` and
  // in the queue is 38 % of the instructions of an empty operation.
  @exclusivity(unchecked) private var guarded = State()
  /// What any thread may read without the lock; see `Flags`.
  let flags = Atomic<UInt32>(Flags.ofNewOperation.rawValue)
  /// How often the queue was notified of a change; lets it discard what it read too early.
  let changes = Atomic<UInt32>(0)
  /// How many announcements of `isFinished` and `isReady` by hand are in progress; a stall report leaves them
  /// out.
  let announcements = Atomic<UInt32>(0)
  /// The queue's own notes about this operation.
  @exclusivity(unchecked) final var entry = QueueEntry()

  /// Makes an operation that is ready, unless you add dependencies.
  public init() {}

  deinit {
    if let node = guarded.node { ThreadContext.current.release(node.cut()) }
  }

  // MARK: What an object of Foundation answers

  /// The type, and the name if there is one.
  open var description: String { name.map { "\(type(of: self)) '\($0)'" } ?? "\(type(of: self))" }

  /// The same as ``description``, unless a subclass overrides it.
  open var debugDescription: String { description }

  /// Whether `object` is this one, unless a subclass compares otherwise; `==` calls it.
  open func isEqual(_ object: Any?) -> Bool { object as AnyObject? === self }

  /// Equal for equal objects; a set reads it.
  open var hash: Int { ObjectIdentifier(self).hashValue }

  /// Runs `body` with the state that only one thread at a time may touch.
  final func withState<Result: ~Copyable>(_ body: (inout State) throws -> Result) rethrows -> Result {
    try lock.withLock("operation \(label)") { try changeState(body) }
  }

  /// Runs `body` with the state, which the caller has locked.
  final func changeState<Result: ~Copyable>(_ body: (inout State) throws -> Result) rethrows -> Result {
    defer { flags.store(Flags(&guarded).rawValue, ordering: .releasing) }
    return try body(&guarded)
  }

  /// What thread tables call this operation.
  ///
  /// It is read without the lock, because it is needed on the way into the
  /// lock. Only a director reads it, and lets no other thread run while it does.
  final var label: String { guarded.name ?? "\(type(of: self))" }

  // MARK: The state, as callers see it

  /// Whether the operation may start: all dependencies have finished, or it was cancelled.
  ///
  /// A subclass that adds a condition returns `super.isReady && (condition || isCancelled)`,
  /// and announces `isReady` whenever its condition changes, and in `cancel()`. Without the part
  /// after `||`, an operation that is cancelled too early is never started, and so never finishes.
  open var isReady: Bool {
    let flags = currentFlags
    return flags.contains(.ready) || !flags.contains(.queued) && isReadyOutsideQueues
  }

  /// Whether the task runs.
  open var isExecuting: Bool { currentFlags.contains(.executing) }

  /// Whether the operation has finished, with its task done or not.
  ///
  /// Override it when the operation finishes later than ``main()`` or `super.start()` returns: it then
  /// finishes when you announce `isFinished` and it is true.
  open var isFinished: Bool { isFinishedByDefault }

  /// Whether the operation was cancelled.
  ///
  /// It continues until its task checks this.
  ///
  /// Reading it is as cheap as reading a variable. Check it before you begin, once
  /// in each turn of a loop, and wherever stopping is easy.
  open var isCancelled: Bool { currentFlags.contains(.cancelled) }

  /// Whether `start()` may return before the task has ended.
  ///
  /// A queue ignores it.
  open var isAsynchronous: Bool { isConcurrent }

  /// The older name of ``isAsynchronous``; the documents override this one.
  open var isConcurrent: Bool { false }

  // MARK: Running

  /// Runs the task now, on the calling thread, and returns when it has ended.
  ///
  /// Queues call it; call it yourself for an operation that is in no queue and
  /// ready. A cancelled operation finishes without running ``main()``, and one
  /// that has finished ignores the call.
  ///
  /// A subclass that overrides this method checks ``isCancelled`` first and
  /// announces `isFinished` even then. It may call `super`, on any thread, if it
  /// wants this method's checks; unless it overrides ``isFinished``, the
  /// operation then ends when ``main()`` returns.
  open func start() {
    ThreadContext.withCurrent { context in
      if context.takesCall(of: self) {
        begin(for: .worker, on: context)
      } else if let queue = queueThatStarts {
        context.run(self, of: queue) { begin(for: .otherThread, on: context) }
      } else {
        begin(for: .hand, on: context)
      }
    }
  }

  /// The task.
  ///
  /// The operation is finished when this method returns, unless an overridden ``isFinished`` is false.
  ///
  /// It runs on any thread, and never for an operation that was cancelled
  /// before it started. Work that continues after the return is not waited for,
  /// unless ``isFinished`` speaks for it.
  open func main() {}

  /// Releases what only the task needs; the operation has ended, and may never have run it.
  func releaseTask() {}

  /// Asks the operation to stop, which it does when its task next checks ``isCancelled``.
  ///
  /// One that has not started becomes ready and will finish without running its
  /// task as soon as it is started. One that has finished ignores the call.
  open func cancel() {
    let action = withState { $0.lifecycle.cancel() }
    guard case .announceCancelled(let readiness) = action else { return }
    Direction.note("\(label) is cancelled")
    announce(.isCancelled, from: false, to: true)
    announce(readiness)
  }

  /// Sleeps until the operation has finished; returns at once when it has.
  ///
  /// Never call it on the operation itself, or on one that needs the slot in
  /// which the caller runs.
  @available(*, noasync, message: "It would block a thread that all tasks share.")
  open func waitUntilFinished() { waitForFinish() }

  /// Run once, after the operation has finished, cancelled or not, on an unspecified thread.
  ///
  /// It is released before it is called, so a block that holds its operation
  /// holds it no longer than that. Dependents do not wait for it: never put a
  /// part of the task here.
  open var completionBlock: (@Sendable () -> Void)? {
    get { withState { $0.completionBlock } }
    set { replaceCompletionBlock(with: newValue) }
  }

  // MARK: Order

  /// The operations that must finish before this one starts, in the order in which they were added.
  ///
  /// They stay here when they have finished, and stay in memory with this operation.
  open var dependencies: [MiniOperation] { withState { $0.node?.dependencies.operations ?? [] } }

  /// Lets this operation wait until `operation` has finished, for any reason, in any queue.
  ///
  /// Do it before you add the operation to a queue; afterwards it may be too late.
  open func addDependency(_ operation: MiniOperation) { link(to: operation) }

  /// Lets this operation wait for `operation` no longer.
  open func removeDependency(_ operation: MiniOperation) { unlink(from: operation) }

  /// How urgent the operation is among the *ready* ones of its queue.
  ///
  /// It never replaces a dependency.
  open var queuePriority: QueuePriority {
    get { currentFlags.priority }
    set { replacePriority(with: newValue) }
  }

  /// The quality of service at which the task runs; `.default` leaves it to the queue.
  open var qualityOfService: QualityOfService {
    get { withState { $0.quality } }
    set { changing(.qualityOfService) { withState { $0.makeNode().quality = newValue } } }
  }

  /// A name for messages and pictures.
  open var name: String? {
    get { withState { $0.name } }
    set { changing(.name) { withState { $0.makeNode().name = newValue } } }
  }
}

extension MiniOperation {
  /// How urgent an operation is.
  public enum QueuePriority: Int, Sendable, CaseIterable {
    /// After all others.
    case veryLow = -8
    /// After the normal ones.
    case low = -4
    /// The priority of a new operation.
    case normal = 0
    /// Before the normal ones.
    case high = 4
    /// Before all others.
    case veryHigh = 8
  }
}

extension MiniOperation {
  /// The name, or else the type: what messages call this operation.
  final var displayName: String { name ?? "\(type(of: self))" }

  final func replaceCompletionBlock(with block: (@Sendable () -> Void)?) {
    changing(.completionBlock) {
      // The old block is released after unlocking: it may hold the last
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
