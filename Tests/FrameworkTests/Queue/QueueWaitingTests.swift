import Foundation
import TestSupport
import Testing

@testable import MiniOperations

@Suite struct `Waiting for a queue, and knowing in which one runs` {
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
}
