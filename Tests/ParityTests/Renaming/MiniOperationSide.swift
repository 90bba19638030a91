import Foundation
import MiniOperations
import Synchronization

// What the scenarios need of one framework. Its twin stands beside it, for the other
// framework; RenamingTests holds the two equal, name by name.

extension MiniOperation: OperationKind {}
extension MiniOperation.QueuePriority: PriorityKind {}
extension MiniOperationQueue: QueueKind {}

extension MiniOperationQueue: Framework {
  typealias Queue = MiniOperationQueue

  static func makeQueue() -> MiniOperationQueue { MiniOperationQueue() }
  static func makePlain() -> MiniOperation { MiniOperation() }

  static func makeTask(_ task: @escaping @Sendable (MiniOperation) -> Void) -> MiniOperation {
    MiniOperation.Task(task)
  }

  static func makeBlocks(_ blocks: [@Sendable () -> Void]) -> MiniOperation {
    let operation = MiniBlockOperation(block: blocks[0])
    for block in blocks.dropFirst() { operation.addExecutionBlock(block) }
    return operation
  }

  static func executionBlockCount(of job: MiniOperation) -> Int {
    (job as? MiniBlockOperation)?.executionBlocks.count ?? 0
  }

  static func makeManual(
    announcing keys: [String], _ task: @escaping @Sendable (MiniOperation) -> Void
  ) -> MiniOperation {
    MiniOperation.Manual(announcing: keys, task)
  }

  static func end(_ job: MiniOperation) { (job as? MiniOperation.Manual)?.end() }

  static func makeGated(_ task: @escaping @Sendable (MiniOperation) -> Void) -> MiniOperation {
    MiniOperation.Gated(task)
  }

  static func openGate(of job: MiniOperation, isAnnounced: Bool) {
    (job as? MiniOperation.Gated)?.open(isAnnounced: isAnnounced)
  }
}

extension MiniOperation {
  /// The usual subclass: the task is in `main`.
  class Task: MiniOperation, @unchecked Sendable {
    // Unchecked: the one property is constant.
    private let task: @Sendable (MiniOperation) -> Void

    init(_ task: @escaping @Sendable (MiniOperation) -> Void) { self.task = task }

    override func main() { task(self) }
  }

  /// The asynchronous subclass: it executes after `start` has returned, until `end` is called.
  final class Manual: MiniOperation, @unchecked Sendable {
    // Unchecked: the flags are atomic, the rest is constant.
    private let announced: [String]
    private let task: @Sendable (MiniOperation) -> Void
    private let executing = Atomic<Bool>(false)
    private let finished = Atomic<Bool>(false)

    init(announcing announced: [String], _ task: @escaping @Sendable (MiniOperation) -> Void) {
      self.announced = announced
      self.task = task
    }

    override var isAsynchronous: Bool { true }
    override var isExecuting: Bool { executing.load(ordering: .sequentiallyConsistent) }
    override var isFinished: Bool { finished.load(ordering: .sequentiallyConsistent) }

    override func start() {
      guard !isCancelled else { return end() }
      change(["isExecuting"]) { executing.store(true, ordering: .sequentiallyConsistent) }
      task(self)
    }

    func end() {
      change(["isExecuting", "isFinished"]) {
        executing.store(false, ordering: .sequentiallyConsistent)
        finished.store(true, ordering: .sequentiallyConsistent)
      }
    }

    private func change(_ keys: [String], _ body: () -> Void) {
      let keys = keys.filter { announced.contains($0) }
      for key in keys { willChangeValue(forKey: key) }
      body()
      for key in keys { didChangeValue(forKey: key) }
    }
  }

  /// The subclass with a condition of its own.
  final class Gated: Task, @unchecked Sendable {
    // Unchecked: the flag is atomic.
    private let isOpen = Atomic<Bool>(false)

    override var isReady: Bool { super.isReady && isOpen.load(ordering: .sequentiallyConsistent) }

    func open(isAnnounced: Bool) {
      if isAnnounced { willChangeValue(for: \.isReady) }
      isOpen.store(true, ordering: .sequentiallyConsistent)
      if isAnnounced { didChangeValue(for: \.isReady) }
    }
  }
}
