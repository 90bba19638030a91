import Foundation

/// What the framework remembers about one thread.
///
/// These are the operation that runs there and how far it is, the quality of service and the number of waits
/// in which it does other work, and the dependencies that it is releasing.
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
    fileprivate enum Step {
      /// A worker of the queue has called `start()`, which has not reached the default one yet.
      case called
      /// The task, and everything else.
      case runs
      /// The default `start()` reads `isFinished`, its last step.
      case leaves
    }

    /// Identity only; never dereferenced.
    fileprivate(set) var operation: ObjectIdentifier?
    fileprivate var owner: Unmanaged<MiniOperationQueue>?
    fileprivate var step = Step.runs

    /// The queue whose operation it is; nil if the program has started it.
    var queue: MiniOperationQueue? { owner?.takeUnretainedValue() }

    /// The queue, if its progress counts `operation`, which runs here: not if it is a barrier.
    func counter(of operation: MiniOperation) -> MiniOperationQueue? {
      let counts = owner?._withUnsafeGuaranteedRef {
        $0.hasProgress.load(ordering: .acquiring) && !operation.entry.isBarrier
      }
      return counts == true ? queue : nil
    }
  }

  private(set) var running = Running()

  /// Runs `body` as a part of `operation`, which `queue` has started.
  ///
  /// - Parameter isCall: Whether `body` is a worker's call of `start()`.
  func run(
    _ operation: MiniOperation, of queue: MiniOperationQueue?, isCall: Bool = false, _ body: () -> Void
  ) {
    let outer = running
    running = Running(
      operation: ObjectIdentifier(operation), owner: queue.map(Unmanaged.passUnretained),
      step: isCall ? .called : .runs)
    Work.piece(of: operation) { Platform.pooled(body) }
    running = outer
  }

  func runs(_ operation: MiniOperation) -> Bool { running.operation == ObjectIdentifier(operation) }

  /// Whether a worker has called this operation's `start()`; true once.
  func takesCall(of operation: MiniOperation) -> Bool {
    guard running.step == .called, runs(operation) else { return false }
    running.step = .runs
    return true
  }

  /// Reads `isFinished` as the last step of the default `start()` of the operation that runs here.
  ///
  /// On this thread, and during this call, the default answer is true. So only an overridden `isFinished`
  /// returns false, and no other thread sees an operation as finished that is not.
  func leavesStart(reading operation: MiniOperation) -> Bool {
    running.step = .leaves
    defer { running.step = .runs }
    return operation.isFinished
  }

  /// Whether the calling thread is in the last step of this operation's default `start()`.
  static func leavesStart(of operation: MiniOperation) -> Bool {
    withCurrent { $0.running.step == .leaves && $0.runs(operation) }
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
