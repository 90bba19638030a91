import Foundation
import TestSupport

// Names that the scenarios do not use, used the way a program uses them.

/// An operation in the manner of the documents, with all that such a class overrides.
private final class Upload: Operation, @unchecked Sendable {
  // Unchecked: one thread at a time uses it here.
  private var phase = 0

  override var isReady: Bool { super.isReady }
  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { phase == 1 }
  override var isFinished: Bool { phase == 2 }

  override func start() {
    willChangeValue(for: \.isExecuting)
    phase = 1
    didChangeValue(for: \.isExecuting)
    main()
    willChangeValue(forKey: "isExecuting")
    willChangeValue(forKey: "isFinished")
    phase = 2
    didChangeValue(forKey: "isExecuting")
    didChangeValue(forKey: "isFinished")
  }

  override func main() { guard !isCancelled else { return } }
  override func cancel() { super.cancel() }
}

extension OperationQueue {
  package static func showSurface(_ trace: Trace) {
    showOperations(trace)
    showBlocks(trace)
  }

  private static func showOperations(_ trace: Trace) {
    let first = Operation()
    first.name = "first"
    let second = Upload()
    second.addDependency(first)
    first.start()
    second.start()
    trace("asynchronous \(second.isAsynchronous), finished \(second.isFinished)")

    let third = Operation()
    let both: Set<Operation> = [first, third]
    trace("in the set \(both.contains(third)), not \(both.contains(second))")
    trace("the same \(second.dependencies == [first]), not \(first == third)")
    let queues: Set<OperationQueue> = [.main, .main]
    trace("queues \(queues.count), not \(OperationQueue() == .main)")
    let priorities: [Operation.QueuePriority] = [.veryLow, .low, .normal, .high, .veryHigh]
    trace("priorities \(priorities.map(\.rawValue))")
  }

  private static func showBlocks(_ trace: Trace) {
    let empty = BlockOperation()
    empty.addExecutionBlock { trace("block") }
    trace("blocks \(empty.executionBlocks.count)")
    empty.start()
    BlockOperation { trace("trailing block") }.start()
    BlockOperation(block: { trace("named block") }).start()
  }
}
