import Behaviours
import Foundation
import TestSupport

// What the scenarios need of one framework. The tests compile this file a second time, with the other
// framework's types under the same names.

extension Operation: OperationKind {}
extension Operation.QueuePriority: PriorityKind {}
extension OperationQueue: QueueKind {}

extension OperationQueue: Behaviours.Framework {
  package typealias Queue = OperationQueue

  package static func makeQueue() -> OperationQueue { OperationQueue() }
  package static func makeCountingQueue() -> OperationQueue { Counting() }
  package static func addedCount(of queue: OperationQueue) -> Int {
    (queue as? Counting)?.count.value ?? 0
  }
  package static func makePlain() -> Operation { Operation() }
  package static func make(_ hooks: Hooks<Operation>) -> Operation { Hooked(hooks) }
  package static func hooks(of job: Operation) -> Hooks<Operation>? { (job as? Hooked)?.hooks }
  package static func startOfSuper(_ job: Operation) { (job as? Hooked)?.startOfSuper() }

  package static func makeBlocks(_ blocks: [@Sendable () -> Void]) -> Operation {
    let operation = BlockOperation(block: blocks[0])
    for block in blocks.dropFirst() { operation.addExecutionBlock(block) }
    return operation
  }

  package static func executionBlockCount(of job: Operation) -> Int {
    (job as? BlockOperation)?.executionBlocks.count ?? 0
  }
}

/// A subclass with all that such a class may override.
private final class Hooked: Operation, @unchecked Sendable {
  // Unchecked: constant.
  let hooks: Hooks<Operation>
  init(_ hooks: Hooks<Operation>) { self.hooks = hooks }

  override func main() { hooks.main(self) }
  override func start() { if let start = hooks.start { start(self) } else { super.start() } }
  func startOfSuper() { super.start() }
  override var isAsynchronous: Bool { hooks.isAsynchronous }
  override var isReady: Bool { hooks.isOpen() && super.isReady }
  override var isExecuting: Bool { hooks.isExecuting?() ?? super.isExecuting }
  override var isFinished: Bool { hooks.isFinished?() ?? super.isFinished }
}

/// A queue that sees what is added.
private final class Counting: OperationQueue, @unchecked Sendable {
  // Unchecked: the counter is atomic.
  let count = Counter()

  override func addOperation(_ operation: Operation) {
    count.raise()
    super.addOperation(operation)
  }
}
