import Dispatch
import Foundation
import Synchronization

/// Starts operations when they are ready, the most urgent first, a limited number at a time.
///
///     let queue = MiniOperationQueue()
///     queue.maxConcurrentOperationCount = 2
///     queue.addOperation { print("somewhere else") }
///     queue.waitUntilAllOperationsAreFinished()
///
/// Among the ready operations the highest ``MiniOperation/queuePriority`` wins,
/// among equals the one that was added first. That is an order of *starting*:
/// when the second must see what the first has done, make it depend on it.
///
/// A queue keeps an operation until it has finished, and operations keep their
/// queue: one that is suspended forever is a leak. An operation notifies its queue of
/// each announced change, after its observers. The queue reads an operation when
/// it is added, when it announces a change, and before and after the call of
/// `start()`, and at no other time: its own workers check, and need no notification.
///
/// Every change of a queue takes its one lock, so more threads do not make it faster: that is the price of an
/// exact order and an exact limit. `bench --case producers-8` and `producers-64` show what remains when many
/// threads add.
open class MiniOperationQueue: @unchecked Sendable {
  // Unchecked: `guarded` is touched in `withState` only; the rest is atomic or constant.

  /// The order in which ready operations of the same priority are started.
  public enum Order: Sendable {
    /// The first one added is started first.
    case oldestFirst
    /// The last one added is started first; up to the limit, operations run at the same time.
    case newestFirst
  }

  /// What the lock guards.
  struct State: ~Copyable {
    var schedule: Schedule
    var workers: any Workers
    /// Whether a worker was requested and has not arrived.
    ///
    /// One at a time is enough, because a worker that has taken an operation first requests the next worker,
    /// if there is more to do. So a thousand operations added in a row do not wake a thousand threads.
    var isWorkerComing = false
    var limit = MiniOperationQueue.defaultMaxConcurrentOperationCount
    var quality = QualityOfService.default
    var underlying: DispatchQueue?
    var name: String?
    /// The queue itself while it has operations, so that it lives as long as they need it.
    var keeper: MiniOperationQueue?
    /// Opened when nothing is left.
    var idle: Latch?
    var observers: Observers?
    var progress: Progress?
  }

  let lock = Lock()
  // Exclusivity is not checked at run time, because the lock excludes already: see `MiniOperation.guarded`.
  @exclusivity(unchecked) private var guarded: State
  /// Runs completion blocks and the like, which need no order.
  let blockWorkers: any Workers
  /// Whether a key of the queue has had an observer.
  let isObserved = Atomic<Bool>(false)
  /// Whether the program has requested the queue's progress.
  let hasProgress = Atomic<Bool>(false)
  /// How many workers wait for its operations, and can start some of them while they wait.
  final let waitingWorkers = Atomic(0)
  let isMain: Bool

  /// "As many as the system can do with": at most ``automaticLimit`` at a time.
  public static let defaultMaxConcurrentOperationCount = -1

  /// How many operations run at the same time in a queue whose limit was not set.
  ///
  /// It is a compromise. Operations that wait or sleep need many at a time: of 5 000 that
  /// sleep, 64 do so at once. Operations that compute share the cores: with 64 of them on
  /// two cores each advances at a 32nd of its speed, and the first one finishes when most of
  /// them are nearly done. For work that computes, set the limit to the number of cores.
  public static let automaticLimit = 64

  /// The queue of the main thread, which must run its run loop or call `dispatchMain()`.
  ///
  /// It starts one operation at a time, between other events. Its limit cannot
  /// be changed and it cannot be suspended; both are ignored, as in Foundation.
  open class var main: MiniOperationQueue { ofMainThread }
  private static let ofMainThread = MiniOperationQueue(mainWorkers: DispatchWorkers(.main))

  /// The queue whose operation runs on the calling thread, the main queue on the main thread, or nil.
  open class var current: MiniOperationQueue? {
    ThreadContext.current.running.queue ?? (Thread.isMainThread ? ofMainThread : nil)
  }

  /// The workers for the queues that the calling thread makes.
  static var defaultWorkers: any Workers { Direction.current?.workers ?? WorkerPool.shared }

  /// Makes a queue that runs its operations on threads that it chooses.
  public init() {
    blockWorkers = MiniOperationQueue.defaultWorkers
    guarded = State(schedule: Schedule(limit: MiniOperationQueue.automaticLimit), workers: blockWorkers)
    isMain = false
    Direction.current?.checkAtEnd { [self] in unfinishedReport }
  }

  /// Makes a queue whose operations and completion blocks are run by these workers.
  package init(workers: any Workers) {
    blockWorkers = workers
    guarded = State(schedule: Schedule(limit: MiniOperationQueue.automaticLimit), workers: workers)
    isMain = false
    Direction.current?.checkAtEnd { [self] in unfinishedReport }
  }

  /// Makes the main queue.
  private init(mainWorkers: DispatchWorkers) {
    blockWorkers = WorkerPool.shared
    guarded = State(schedule: Schedule(limit: 1), workers: mainWorkers)
    guarded.limit = 1
    guarded.underlying = mainWorkers.queue
    guarded.name = "main queue"
    isMain = true
  }

  /// Runs `body` with the state that only one thread at a time may touch.
  final func withState<Result: ~Copyable>(_ body: (inout State) throws -> Result) rethrows -> Result {
    try lock.withLock("queue '\(label)'") { try body(&guarded) }
  }

  /// What thread tables call this queue, without an address, so that they are the same each time.
  ///
  /// Read without the lock, as an operation's label is.
  final var label: String { guarded.name ?? "MiniOperationQueue" }

  final var defaultName: String {
    "MiniOperationQueue 0x" + String(UInt(bitPattern: ObjectIdentifier(self)), radix: 16)
  }

  /// The type and the name.
  open var description: String { "\(type(of: self)) '\(name ?? defaultName)'" }

  /// The same as ``description``.
  open var debugDescription: String { description }

  /// Whether `object` is this one, unless a subclass compares otherwise; `==` calls it.
  open func isEqual(_ object: Any?) -> Bool { object as AnyObject? === self }

  /// Equal for equal objects; a set reads it.
  open var hash: Int { ObjectIdentifier(self).hashValue }

  // MARK: Adding

  /// Adds an operation, to be started when it is ready and next.
  ///
  /// An operation can be in one queue, once. One that executes or has finished
  /// is refused: make a new one.
  open func addOperation(_ operation: MiniOperation) { add(operation) }

  /// Adds an operation that runs `block`.
  ///
  /// An override of ``addOperation(_:)-(MiniOperation)`` sees that operation too.
  open func addOperation(_ block: @escaping @Sendable () -> Void) {
    addOperation(MiniBlockOperation(block: block))
  }

  /// Adds several operations, all of them or, if one must be refused, none.
  open func addOperations(_ operations: [MiniOperation], waitUntilFinished wait: Bool) {
    guard add(operations), wait else { return }
    for operation in operations { operation.waitForFinish() }
  }

  /// Adds a block that runs alone: after everything added before, before everything added after.
  ///
  /// It counts neither in ``operations`` nor in ``operationCount``, but is waited for.
  open func addBarrierBlock(_ barrier: @escaping @Sendable () -> Void) { addBarrier(barrier) }

  // MARK: Waiting and cancelling

  /// Asks every operation to stop.
  ///
  /// All stay here until they have been started, seen it, and finished.
  open func cancelAllOperations() {
    for operation in withState({ $0.schedule.operations(withBarriers: true) }) { operation.cancel() }
  }

  /// Sleeps until the queue is empty, and so also waits for operations that are added while it sleeps.
  ///
  /// Called from inside an operation of another queue, it starts operations of this queue
  /// on the calling thread while all threads of the process's pool are busy.
  @available(*, noasync, message: "It would block a thread that all tasks share.")
  open func waitUntilAllOperationsAreFinished() { waitUntilEmpty() }

  // MARK: What is here

  /// The operations that have not finished, in the order in which they were added.
  ///
  /// The answer may be outdated when you read it. Use it for display, not for decisions.
  open var operations: [MiniOperation] { withState { $0.schedule.operations() } }

  /// How many operations have not finished.
  open var operationCount: Int { withState { $0.schedule.operationCount } }

  /// Reports one unit for each operation that has finished, once you have set its `totalUnitCount`.
  ///
  /// An operation that overrides `start()` without calling `super` contributes nothing.
  open var progress: Progress { madeProgress() }

  // MARK: Settings

  /// How many operations run at the same time, or ``defaultMaxConcurrentOperationCount``.
  ///
  /// Zero holds the queue. Lowering it stops nothing that runs. One makes a
  /// queue serial, but not first in, first out: readiness and priority still decide.
  open var maxConcurrentOperationCount: Int {
    get { withState { $0.limit } }
    set { if !isMain { replaceLimit(with: newValue) } }
  }

  /// Whether the queue starts nothing new.
  ///
  /// Running operations continue, and more may be added.
  open var isSuspended: Bool {
    get { withState { $0.schedule.isSuspended } }
    set { if !isMain { replaceSuspended(with: newValue) } }
  }

  /// The order among ready operations of the same priority.
  open var order: Order {
    get { withState { $0.schedule.order } }
    set { change { $0.schedule.order = newValue } }
  }

  /// A name for messages; by default one with the queue's address.
  open var name: String? {
    get { withState { $0.name } ?? defaultName }
    set { changing(.name) { withState { $0.name = newValue } } }
  }

  /// The quality of service of operations for which none was set.
  open var qualityOfService: QualityOfService {
    get { withState { $0.quality } }
    set { changing(.qualityOfService) { withState { $0.quality = newValue } } }
  }

  /// The dispatch queue on which operations run, nil for threads of the queue's own choice.
  ///
  /// It can be changed while the queue is empty, and cannot be the main queue. That of the main queue stays.
  /// Its quality of service replaces the queue's.
  open var underlyingQueue: DispatchQueue? {
    get { withState { $0.underlying } }
    set { if !isMain { replaceUnderlyingQueue(with: newValue) } }
  }
}
