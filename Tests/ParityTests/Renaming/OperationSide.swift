import Foundation
import Synchronization

// What the scenarios need of one framework. Its twin stands beside it, for the other
// framework; RenamingTests holds the two equal, name by name.

extension Operation: OperationKind {}
extension Operation.QueuePriority: PriorityKind {}
extension OperationQueue: QueueKind {}

extension OperationQueue: Framework {
  typealias Queue = OperationQueue

  static func makeQueue() -> OperationQueue { OperationQueue() }
  static func makePlain() -> Operation { Operation() }

  static func makeTask(_ task: @escaping @Sendable (Operation) -> Void) -> Operation {
    Operation.Task(task)
  }

  static func makeBlocks(_ blocks: [@Sendable () -> Void]) -> Operation {
    let operation = BlockOperation(block: blocks[0])
    for block in blocks.dropFirst() { operation.addExecutionBlock(block) }
    return operation
  }

  static func executionBlockCount(of job: Operation) -> Int {
    (job as? BlockOperation)?.executionBlocks.count ?? 0
  }

  static func makeManual(
    announcing keys: [String], _ task: @escaping @Sendable (Operation) -> Void
  ) -> Operation {
    Operation.Manual(announcing: keys, task)
  }

  static func end(_ job: Operation) { (job as? Operation.Manual)?.end() }

  static func makeGated(_ task: @escaping @Sendable (Operation) -> Void) -> Operation {
    Operation.Gated(task)
  }

  static func openGate(of job: Operation, isAnnounced: Bool) {
    (job as? Operation.Gated)?.open(isAnnounced: isAnnounced)
  }
}

extension Operation {
  /// The usual subclass: the task is in `main`.
  class Task: Operation, @unchecked Sendable {
    // Unchecked: the one property is constant.
    private let task: @Sendable (Operation) -> Void

    init(_ task: @escaping @Sendable (Operation) -> Void) { self.task = task }

    override func main() { task(self) }
  }

  /// The asynchronous subclass: it executes after `start` has returned, until `end` is called.
  final class Manual: Operation, @unchecked Sendable {
    // Unchecked: the flags are atomic, the rest is constant.
    private let announced: [String]
    private let task: @Sendable (Operation) -> Void
    private let executing = Atomic<Bool>(false)
    private let finished = Atomic<Bool>(false)

    init(announcing announced: [String], _ task: @escaping @Sendable (Operation) -> Void) {
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
