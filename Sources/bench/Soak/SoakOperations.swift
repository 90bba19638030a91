import MiniOperations
import Synchronization

// The operations of a round. Each records what happens to it.

/// An operation that has a record.
protocol Recorded: MiniOperation {
  var record: OperationRecord { get }
}

/// Ends when `main` returns.
class MainOperation: MiniOperation, Recorded, @unchecked Sendable {
  final let record: OperationRecord

  init(_ record: OperationRecord) { self.record = record }

  deinit { record.released() }

  override func main() {
    record.begin()
    record.end()
  }
}

/// Starts only when its gate has been opened too.
final class GatedOperation: MainOperation, @unchecked Sendable {
  private let isOpen = Atomic<Bool>(false)

  override var isReady: Bool { super.isReady && isOpen.load(ordering: .acquiring) }

  func open() {
    willChangeValue(forKey: "isReady")
    isOpen.store(true, ordering: .releasing)
    didChangeValue(forKey: "isReady")
  }
}

/// Ends when its blocks have ended.
final class BlocksOperation: MiniBlockOperation, Recorded, @unchecked Sendable {
  let record: OperationRecord

  init(_ record: OperationRecord) {
    self.record = record
    super.init()
    addExecutionBlock { record.begin() }
    // The second block may run first, so it records nothing.
    if record.number % 8 == 0 { addExecutionBlock {} }
  }

  deinit { record.released() }

  override func main() {
    super.main()
    record.end()
  }
}

/// Executes after `start` has returned, and announces its own state from another thread.
final class AsynchronousOperation: MiniOperation, Recorded, @unchecked Sendable {
  private enum Phase { case waiting, executing, finished }

  // Unchecked: `phase` has its own lock, the rest is constant.
  let record: OperationRecord
  private let phase = Guarded(Phase.waiting)
  private let later: @Sendable (@escaping @Sendable () -> Void) -> Void

  init(_ record: OperationRecord, later: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
    self.record = record
    self.later = later
  }

  deinit { record.released() }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { phase.withLock { $0 == .executing } }
  override var isFinished: Bool { phase.withLock { $0 == .finished } }

  override func start() {
    guard !isCancelled else { return finishEarly() }
    guard move(from: .waiting, to: .executing, announcing: "isExecuting") else { return }
    record.begin()
    later { [self] in
      record.end()
      move(from: .executing, to: .finished, announcing: "isExecuting", "isFinished")
    }
  }

  /// Finishes an operation that has not started.
  func finishEarly() { move(from: .waiting, to: .finished, announcing: "isFinished") }

  @discardableResult
  private func move(from old: Phase, to new: Phase, announcing keys: String...) -> Bool {
    let hasMoved = phase.withLock { phase in
      guard phase == old else { return false }
      phase = new
      return true
    }
    guard hasMoved else { return false }
    for key in keys { willChangeValue(forKey: key) }
    for key in keys { didChangeValue(forKey: key) }
    return true
  }
}
