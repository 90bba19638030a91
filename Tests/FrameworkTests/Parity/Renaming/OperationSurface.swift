import Behaviours
import Foundation
import TestSupport

// Every name that both frameworks have, used the way a program uses it.

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
  static func showSurface(_ trace: Trace) {
    showOperations(trace)
    showBlocks(trace)
    showAdding(trace)
    showSettings(trace)
  }

  private static func showOperations(_ trace: Trace) {
    let first = Operation()
    first.name = "first"
    first.qualityOfService = .utility
    first.queuePriority = .veryHigh
    if first.isReady && !first.isExecuting && !first.isFinished && !first.isCancelled { trace("ready") }

    let second = Upload()
    second.addDependency(first)
    second.removeDependency(first)
    second.addDependency(first)
    trace("waits for \(second.dependencies.map { $0.name ?? "" })")
    first.start()
    first.waitUntilFinished()
    second.start()
    trace("asynchronous \(second.isAsynchronous), finished \(second.isFinished)")

    let third = Operation()
    third.cancel()
    trace("cancelled \(third.isCancelled)")
    let both: Set<Operation> = [first, third]
    trace("in the set \(both.contains(third)), not \(both.contains(second))")
    trace("the same \(second.dependencies == [first]), not \(first == third)")
    let queues: Set<OperationQueue> = [.main, .main]
    trace("queues \(queues.count), not \(OperationQueue() == .main)")
    let priorities: [Operation.QueuePriority] = [.veryLow, .low, .normal, .high, .veryHigh]
    trace("priorities \(priorities.map(\.rawValue))")
  }

  private static func showBlocks(_ trace: Trace) {
    let completed = Latch()
    let empty = BlockOperation()
    empty.addExecutionBlock { trace("block") }
    empty.completionBlock = { completed.open() }
    trace("blocks \(empty.executionBlocks.count)")
    empty.start()
    completed.wait()
    BlockOperation { trace("trailing block") }.start()
    BlockOperation(block: { trace("named block") }).start()
  }

  private static func showAdding(_ trace: Trace) {
    let queue = OperationQueue()
    queue.isSuspended = true
    queue.progress.totalUnitCount = 3
    let operations: [Operation] = [Operation(), BlockOperation {}]
    queue.addOperation(operations[0])
    queue.addOperations([operations[1]], waitUntilFinished: false)
    queue.addOperation { trace("inside its queue \(OperationQueue.current === queue)") }
    trace("suspended \(queue.isSuspended), \(queue.operationCount) operations")
    trace("in order \(zip(queue.operations, operations).allSatisfy { $0 === $1 })")
    queue.addBarrierBlock { trace("barrier") }
    queue.isSuspended = false
    queue.waitUntilAllOperationsAreFinished()
    trace("progress \(queue.progress.completedUnitCount) of \(queue.progress.totalUnitCount)")
    queue.cancelAllOperations()
    queue.addOperations([Operation()], waitUntilFinished: true)
  }

  private static func showSettings(_ trace: Trace) {
    let queue = OperationQueue()
    trace("limit \(queue.maxConcurrentOperationCount)")
    queue.maxConcurrentOperationCount = 2
    queue.maxConcurrentOperationCount = OperationQueue.defaultMaxConcurrentOperationCount
    queue.name = "uploads"
    queue.qualityOfService = .userInitiated
    let lane = DispatchQueue(label: "lane")
    queue.underlyingQueue = lane
    trace("\(queue.name ?? ""), on its lane \(queue.underlyingQueue === lane)")
    trace("main limit \(OperationQueue.main.maxConcurrentOperationCount)")
  }
}
