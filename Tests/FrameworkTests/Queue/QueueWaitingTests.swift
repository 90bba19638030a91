import Foundation
import TestSupport
import Testing

@testable import MiniOperations

@Suite struct `Waiting for a queue, and knowing in which one runs` {
  @Test func `Q16: every thread that waits for all is resumed, even while others add`() async throws {
    let queue = MiniOperationQueue()
    let gate = Gate()
    queue.addOperation { gate.pass() }
    let released = Locked(0)
    async let waiters: Void = onThreads(4) { number in
      if number == 0 {
        gate.waitForArrivals()
        for _ in 0..<50 { queue.addOperation {} }
        gate.open()
      }
      queue.waitUntilAllOperationsAreFinished()
      released.withLock { $0 += 1 }
    }
    try await waiters
    #expect(released.withLock { $0 } == 4)
    #expect(queue.operationCount == 0)
  }

  @Test func `Q16: a barrier is waited for too`() async throws {
    let events = try await onThread {
      let (trace, gate) = (Trace(), Gate())
      let queue = MiniOperationQueue()
      queue.addBarrierBlock {
        gate.pass()
        trace("BAR")
      }
      gate.waitForArrivals()
      gate.open()
      queue.waitUntilAllOperationsAreFinished()
      trace("waited")
      return trace.events
    }
    #expect(events == ["BAR", "waited"])
  }

  @Test func `Adding and waiting returns when those operations have finished, whatever else is there`()
    async throws
  {
    let events = try await onThread {
      let (trace, gate) = (Trace(), Gate())
      let queue = MiniOperationQueue()
      queue.addOperation { gate.pass() }
      gate.waitForArrivals()
      let operations = (1...3).map { PlainOperation("\($0)", in: trace) }
      operations[2].addDependency(operations[1])
      operations[1].addDependency(operations[0])
      queue.addOperations(operations, waitUntilFinished: true)
      trace("waited, \(operations.map(\.isFinished))")
      gate.open()
      queue.waitUntilAllOperationsAreFinished()
      return trace.events
    }
    #expect(events == ["main 1", "main 2", "main 3", "waited, [true, true, true]"])
  }

  @Test func `Q17: if one queue's work is done inside another's, each operation sees its own queue`() {
    let workers = SteppedWorkers()
    let (outer, inner) = (MiniOperationQueue(workers: workers), MiniOperationQueue(workers: workers))
    outer.name = "outer"
    inner.name = "inner"
    let trace = Trace()
    let note: @Sendable () -> Void = { trace(MiniOperationQueue.current?.name ?? "none") }
    outer.addOperation {
      note()
      inner.addOperation(note)
      workers.run()
      note()
    }
    workers.run()
    note()
    let outside = Thread.isMainThread ? "main queue" : "none"
    #expect(trace.events == ["outer", "inner", "outer", outside])
  }

  @Test func `Q17: outside operations it is the main queue on the main thread, and none elsewhere`()
    async throws
  {
    let isMainQueue: @Sendable () -> Bool? = {
      guard let current = MiniOperationQueue.current else { return nil }
      return current === MiniOperationQueue.main
    }
    let elsewhere = try await onThread(isMainQueue)
    #expect(elsewhere == nil)
    // On Linux the test process has given up its main thread, and nothing runs there.
    let (onMain, isMainThread) = await MainActor.run { (isMainQueue(), Thread.isMainThread) }
    #expect(onMain == (isMainThread ? true : nil))
  }
}
