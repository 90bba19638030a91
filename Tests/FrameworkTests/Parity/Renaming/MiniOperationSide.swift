import Behaviours
import Foundation
import MiniOperations
import TestSupport

// What the scenarios need of one framework. Its twin stands beside it, for the other
// framework; RenamingTests holds the two equal, name by name.

extension MiniOperation: OperationKind {}
extension MiniOperation.QueuePriority: PriorityKind {}
extension MiniOperationQueue: QueueKind {}

extension MiniOperationQueue: Behaviours.Framework {
  package typealias Queue = MiniOperationQueue

  package static func makeQueue() -> MiniOperationQueue { MiniOperationQueue() }
  package static func makeCountingQueue() -> MiniOperationQueue { Counting() }
  package static func addedCount(of queue: MiniOperationQueue) -> Int {
    (queue as? Counting)?.count.value ?? 0
  }
  package static func makePlain() -> MiniOperation { MiniOperation() }
  package static func make(_ hooks: Hooks<MiniOperation>) -> MiniOperation { Hooked(hooks) }
  package static func hooks(of job: MiniOperation) -> Hooks<MiniOperation>? { (job as? Hooked)?.hooks }
  package static func startOfSuper(_ job: MiniOperation) { (job as? Hooked)?.startOfSuper() }

  package static func makeBlocks(_ blocks: [@Sendable () -> Void]) -> MiniOperation {
    let operation = MiniBlockOperation(block: blocks[0])
    for block in blocks.dropFirst() { operation.addExecutionBlock(block) }
    return operation
  }

  package static func executionBlockCount(of job: MiniOperation) -> Int {
    (job as? MiniBlockOperation)?.executionBlocks.count ?? 0
  }
}

/// A subclass with all that such a class may override.
private final class Hooked: MiniOperation, @unchecked Sendable {
  // Unchecked: constant.
  let hooks: Hooks<MiniOperation>
  init(_ hooks: Hooks<MiniOperation>) { self.hooks = hooks }

  override func main() { hooks.main(self) }
  override func start() { if let start = hooks.start { start(self) } else { super.start() } }
  func startOfSuper() { super.start() }
  override var isAsynchronous: Bool { hooks.isAsynchronous }
  override var isReady: Bool { hooks.isOpen() && super.isReady }
  override var isExecuting: Bool { hooks.isExecuting?() ?? super.isExecuting }
  override var isFinished: Bool { hooks.isFinished?() ?? super.isFinished }
}

/// A queue that sees what is added.
private final class Counting: MiniOperationQueue, @unchecked Sendable {
  // Unchecked: the counter is atomic.
  let count = Counter()

  override func addOperation(_ operation: MiniOperation) {
    count.raise()
    super.addOperation(operation)
  }
}
