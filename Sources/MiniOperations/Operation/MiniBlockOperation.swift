import Synchronization

/// An operation whose task is one or more blocks; it has finished when all of them have.
///
///     let operation = MiniBlockOperation { print("first") }
///     operation.addExecutionBlock { print("second") }
///
/// Several blocks run at the same time, on the starting thread and on free workers, at any
/// limit of the queue: the limit counts operations. Foundation on Linux runs
/// them one after the other.
open class MiniBlockOperation: MiniOperation, @unchecked Sendable {
  // Unchecked: `guardedBlocks` is touched in `withBlocks` only.

  /// The blocks that have not been taken; most operations have one, which needs no array.
  private enum Blocks {
    case none
    case one(@Sendable () -> Void)
    case several([@Sendable () -> Void])
    /// They run or never will; it is too late for another one.
    case taken

    var list: [@Sendable () -> Void] {
      switch self {
      case .one(let block): [block]
      case .several(let blocks): blocks
      case .none, .taken: []
      }
    }

    /// Adds one more block; false when it is too late.
    mutating func append(_ block: @escaping @Sendable () -> Void) -> Bool {
      switch self {
      case .taken: return false
      case .none: self = .one(block)
      case .one, .several: self = .several(list + [block])
      }
      return true
    }

    mutating func take() -> Blocks {
      defer { self = .taken }
      return self
    }
  }

  // Not checked, because the lock excludes: the check would be 10 % of the instructions of a block.
  @exclusivity(unchecked) private var guardedBlocks = Blocks.none
  /// Whether the blocks are taken: most have been when the operation ends, which then need not acquire the
  /// lock.
  private let areTaken = Atomic<Bool>(false)

  /// Runs `body` with the blocks, which are stored in the operation itself and guarded by its lock.
  ///
  /// A separate box and lock would be one more allocation and 24 bytes more.
  private func withBlocks<Result>(_ body: (inout Blocks) -> Result) -> Result {
    lock.withLock("blocks of \(label)") { body(&guardedBlocks) }
  }

  private func takeBlocks() -> Blocks {
    withBlocks { blocks in
      areTaken.store(true, ordering: .relaxed)
      return blocks.take()
    }
  }

  /// Makes an operation without a block, which finishes at once when it is started.
  public override init() {}

  /// Makes an operation that runs `block`.
  public convenience init(block: @escaping @Sendable () -> Void) {
    self.init()
    // No other thread has the operation yet, so this needs no lock.
    _ = guardedBlocks.append(block)
  }

  /// The blocks, until the task begins; then none.
  open var executionBlocks: [@Sendable () -> Void] { withBlocks { $0.list } }

  /// Adds one more block, which may run at the same time as the others.
  open func addExecutionBlock(_ block: @escaping @Sendable () -> Void) {
    let isInTime = !isExecuting && !isFinished
    // Checked again where the blocks are taken out, so that a late one is not lost.
    let isAdded = isInTime && withBlocks { $0.append(block) }
    guard !isAdded else { return }
    Misuse.blockAddedTooLate(self).report()
  }

  /// Runs the blocks and returns when all have returned.
  open override func main() {
    // Taken out, so that what a block captured is released when it has run.
    switch takeBlocks() {
    case .none, .taken: return
    case .one(let block): block()
    case .several(let blocks):
      // Each block is in a box, out of which one thread takes it. A worker
      // that arrives too late finds the box empty, and the operation does not wait for it.
      runAtOnce((consume blocks).map { Locked(Optional($0)) })
    }
  }

  private func runAtOnce(_ boxes: [Box]) {
    let allDone = Latch(name: "blocks of \(displayName)")
    let left = Locked(boxes.count)
    let context = ThreadContext.current
    let (queue, quality) = (context.running.queue, context.quality)
    let runOne: @Sendable (Box) -> Void = { [unowned self] box in
      // Where another thread has taken the block, the operation may be gone, and is not touched.
      guard Self.run(blockIn: box, by: { ThreadContext.current.run(self, of: queue, $0) }) else { return }
      let isLast = left.withLock {
        $0 -= 1
        return $0 == 0
      }
      if isLast { allDone.open() }
    }
    let workers: any Workers = ThreadLocals.current.pool ?? MiniOperationQueue.defaultWorkers
    for box in boxes.dropFirst() {
      workers.requestWorker(
        for: BlockJob {
          ThreadContext.current.setQuality(quality)
          runOne(box)
        })
    }
    // This thread runs the blocks that no worker has taken: with all workers busy, none ever would.
    for box in boxes { runOne(box) }
    allDone.wait()
  }

  /// Holds one block until a thread takes it.
  private typealias Box = Locked<(@Sendable () -> Void)?>

  /// Takes the block and runs it by `run`; false where another thread has taken it.
  ///
  /// The block and what it captured are released when this returns, before the operation counts it as done.
  private static func run(blockIn box: Box, by run: (() -> Void) -> Void) -> Bool {
    guard let block = box.withLock({ $0.take() }) else { return false }
    run(block)
    return true
  }

  override func releaseTask() {
    if areTaken.load(ordering: .relaxed) { return }
    let neverRun = takeBlocks()
    withExtendedLifetime(neverRun) {}
  }
}
