import TestSupport
import Testing

@testable import MiniOperations

@Suite struct `Block operation` {
  @Test func `C3: also in a queue with limit one, which counts operations`() async throws {
    let trace = Trace()
    try await onThread {
      let meeting = Gate()
      let queue = MiniOperationQueue()
      queue.maxConcurrentOperationCount = 1
      let operation = MiniBlockOperation()
      for _ in 1...3 { operation.addExecutionBlock { meeting.pass() } }
      queue.addOperation(operation)
      queue.addOperation { trace("next operation") }
      meeting.waitForArrivals(3)
      trace("three at once")
      meeting.open()
      queue.waitUntilAllOperationsAreFinished()
    }
    #expect(trace.events == ["three at once", "next operation"])
  }

  @Test func `A single block runs on the thread of start, and no block is allowed too`() {
    let trace = Trace()
    let one = MiniBlockOperation { trace("block") }
    trace.watch(one, as: "one", \.isExecuting, \.isFinished)
    one.start()
    let none = MiniBlockOperation()
    none.start()
    trace("none finished \(none.isFinished)")
    #expect(
      trace.events == [
        "one.isExecuting=1", "block", "one.isExecuting=0", "one.isFinished=1", "none finished true",
      ])
  }

  @Test func `O33: a block that is added while it executes or after is refused and never runs`() {
    let trace = Trace()
    let operation = MiniBlockOperation()
    operation.name = "A"
    let add: @Sendable () -> Void = { [unowned operation] in
      let misuses = Misuses.during { operation.addExecutionBlock { trace("too late") } }
      for misuse in misuses { trace(misuse.message) }
    }
    operation.addExecutionBlock(add)
    operation.start()
    add()
    #expect(
      trace.events == [
        "A block was added to 'A', which executes. "
          + "Add all blocks before the operation starts, or use another operation.",
        "A block was added to 'A', which has finished. "
          + "Add all blocks before the operation starts, or use another operation.",
      ])
  }

  @Test func `K10: its blocks' captures are released even if they never run`() {
    weak var gone: MiniBlockOperation?
    do {
      let operation = MiniBlockOperation()
      operation.addExecutionBlock { _ = operation.isCancelled }
      gone = operation
      operation.cancel()
      operation.start()
      #expect(operation.executionBlocks.isEmpty)
    }
    #expect(gone == nil)
  }

  @Test func `Whenever another thread runs it while a block is added, the block runs or is refused`() {
    // The interloper acts at one step of the addition after another.
    for step in 1...100 {
      let (operation, ran) = (MiniBlockOperation(), Locked(false))
      let interloper = Interloper(at: step) { operation.start() }
      interloper.watch { operation.addExecutionBlock { ran.withLock { $0 = true } } }
      guard interloper.hasCome else {
        #expect(step > 3, "The addition has steps to act at: two looks at the state, and the lock.")
        return
      }
      #expect(
        ran.withLock { $0 } != (interloper.misuses.count == 1), "The start at step \(step) lost the block.")
    }
    Issue.record("The addition has no end.")
  }

  @Test func `All its blocks know the queue and the operation that they are part of`() async throws {
    let trace = Trace()
    try await onThread {
      let queue = MiniOperationQueue()
      queue.name = "images"
      let operation = MiniBlockOperation()
      let misuses = Misuses(of: operation)
      for _ in 1...3 {
        operation.addExecutionBlock { [unowned operation] in
          trace(MiniOperationQueue.current?.name ?? "no queue")
          operation.waitUntilFinished()
        }
      }
      queue.addOperations([operation], waitUntilFinished: true)
      for rule in misuses.rules { trace("\(rule)") }
    }
    #expect(
      trace.events.sorted() == ["images", "images", "images"] + Array(repeating: "waitsForItself", count: 3))
  }
}
