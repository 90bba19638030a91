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

  /// What the thread works on, while a listener is set.
  var work: Work.Piece?

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

  private var owner: Unmanaged<MiniOperationQueue>?

  /// The queue whose operation runs here.
  var queue: MiniOperationQueue? { owner?.takeUnretainedValue() }

  /// Whether that queue reports progress.
  var queueCountsProgress = false

  /// The operation whose `start()` runs here, the innermost one where several are nested.
  ///
  /// Identity only, like the next two; never dereferenced.
  private(set) var operation: ObjectIdentifier?

  /// The operation that a queue is starting here; `start()` checks its caller.
  var handedOut: ObjectIdentifier?

  /// The operation whose end is being checked here; see `askForEnd(of:)`.
  private var ending: ObjectIdentifier?

  /// The queue whose progress may count the operation that runs here.
  ///
  /// Inlined: as two calls it would be 1 % of the instructions of an empty operation.
  @inline(__always)
  func queueThatCounts(for starter: MiniOperation.Starter) -> MiniOperationQueue? {
    switch starter {
    case .worker: queueCountsProgress ? queue : nil
    case .otherThread: queue
    case .hand: nil
    }
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

  /// Asks `operation` whether it ends now that its default `start()` is done.
  ///
  /// On this thread, and during this check, the default answer is true. So
  /// only an overridden `isFinished` returns false, and no other thread sees an operation
  /// as finished that is not.
  func askForEnd(of operation: MiniOperation) -> Bool {
    let outer = ending
    ending = ObjectIdentifier(operation)
    defer { ending = outer }
    return operation.isFinished
  }

  /// Whether the calling thread asks `operation` just now whether it ends.
  static func asksForEnd(of operation: MiniOperation) -> Bool {
    withCurrent { $0.ending == ObjectIdentifier(operation) }
  }

  /// Whether a queue's worker is the caller of this operation's `start()`.
  func takeHandOut(_ operation: MiniOperation) -> Bool {
    guard handedOut == ObjectIdentifier(operation) else { return false }
    handedOut = nil
    return true
  }

  // MARK: Releasing dependencies

  /// Dependencies whose release is deferred, so that a long chain does not recurse.
  ///
  /// Exclusivity is not checked at run time: only its own thread touches a context, and no statement that
  /// changes this one runs other code meanwhile.
  @exclusivity(unchecked) private var pendingReleases: [Links<StrongLink>]?

  /// Releases operations without a recursion as deep as a chain of them is long.
  ///
  /// The reference released here may be the last, and its operation then releases
  /// the next one of the chain. So the outermost call collects what the inner
  /// calls bring and releases it in a loop. It takes the list over: with a copy at
  /// the caller's, the loop would not release the last references.
  func letGo(of dependencies: consuming Links<StrongLink>) {
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
