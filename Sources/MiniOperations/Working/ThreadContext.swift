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

  /// How many of its waits this thread has left for other work; see ``WorkerPool/deepestWait``.
  var waitDepth = 0

  /// The quality of service that was last set here.
  private(set) var quality = QualityOfService.default

  /// Lets the thread run at this quality of service, if it is not the one it has.
  func setQuality(_ quality: QualityOfService) {
    guard quality != self.quality else { return }
    self.quality = quality
    Thread.current.qualityOfService = quality
  }

  // MARK: The operation that runs here

  /// The operation that runs on a thread, the innermost one where several are nested.
  struct Running {
    /// Identity only; never dereferenced.
    fileprivate(set) var operation: ObjectIdentifier?
    fileprivate var owner: Unmanaged<MiniOperationQueue>?
    /// Whether a worker of the queue has called `start()`, which has not reached the default one yet.
    fileprivate var isHandedOver = false
    /// Whether the queue's progress counts the operation.
    fileprivate var countsProgress = false

    /// The queue whose operation it is; nil if the program has started it.
    var queue: MiniOperationQueue? { owner?.takeUnretainedValue() }

    /// The queue whose progress counts the operation.
    func queueThatCounts(for starter: MiniOperation.Starter) -> MiniOperationQueue? {
      switch starter {
      case .worker: countsProgress ? queue : nil
      case .otherThread: queue
      case .hand: nil
      }
    }
  }

  private(set) var running = Running()

  /// Runs `body` as a part of `operation`, which `queue` has started.
  func run(
    _ operation: MiniOperation, of queue: MiniOperationQueue?, isHandedOver: Bool = false,
    countsProgress: Bool = false, _ body: () -> Void
  ) {
    run(
      Running(
        operation: ObjectIdentifier(operation), owner: queue.map(Unmanaged.passUnretained),
        isHandedOver: isHandedOver, countsProgress: countsProgress), operation, body)
  }

  /// Runs `body` as a part of `operation`; the queue remains the same.
  func run(_ operation: MiniOperation, _ body: () -> Void) {
    run(
      Running(
        operation: ObjectIdentifier(operation), owner: running.owner, countsProgress: running.countsProgress),
      operation, body)
  }

  private func run(_ inner: Running, _ operation: MiniOperation, _ body: () -> Void) {
    let outer = running
    running = inner
    Work.piece(of: operation) { Platform.pooled(body) }
    running = outer
  }

  func runs(_ operation: MiniOperation) -> Bool { running.operation == ObjectIdentifier(operation) }

  /// Whether a worker has called this operation's `start()`; true once.
  func takeHandover(_ operation: MiniOperation) -> Bool {
    guard running.isHandedOver, runs(operation) else { return false }
    running.isHandedOver = false
    return true
  }

  /// The operation whose `isFinished` is read last in its default `start()`; identity only.
  private var finishing: ObjectIdentifier?

  /// Reads `isFinished` as the last step of the default `start()`.
  ///
  /// On this thread, and during this call, the default answer is true. So only an overridden `isFinished` returns
  /// false, and no other thread sees an operation as finished that is not.
  func readsFinished(_ operation: MiniOperation) -> Bool {
    let outer = finishing
    finishing = ObjectIdentifier(operation)
    defer { finishing = outer }
    return operation.isFinished
  }

  /// Whether the calling thread is in the last step of this operation's default `start()`.
  static func isFinishing(_ operation: MiniOperation) -> Bool {
    withCurrent { $0.finishing == ObjectIdentifier(operation) }
  }

  // MARK: Releasing dependencies

  /// Dependencies whose release is deferred, so that a long chain does not recurse.
  private var pendingReleases: [Links<StrongLink>]?

  /// Releases operations without a recursion as deep as a chain of them is long.
  ///
  /// The reference released here may be the last, and its operation then releases
  /// the next one of the chain. So inner calls add to the list, and the outermost call
  /// releases it in a loop. It consumes its argument: with a copy at
  /// the caller's, the loop would not release the last references.
  func release(_ dependencies: consuming Links<StrongLink>) {
    if dependencies.isEmpty { return }
    guard pendingReleases == nil else {
      pendingReleases?.append(dependencies)
      return
    }
    pendingReleases = []
    dependencies = Links()
    while pendingReleases?.popLast() != nil {}
    pendingReleases = nil
  }
}
