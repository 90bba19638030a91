import Dispatch
import TestSupport
import Testing

@testable import MiniOperations

@Suite struct `Barriers` {
  /// Adds a barrier that records its name.
  private func addBarrier(_ name: String, to steps: QueueSteps) {
    steps.queue.addBarrierBlock { [trace = steps.trace] in trace(name) }
  }

  @Test func `Q15: cancelling all cancels barriers too: their blocks do not run, and they hold back nothing`()
  {
    let steps = QueueSteps()
    steps.add("pre")
    addBarrier("BAR", to: steps)
    steps.queue.cancelAllOperations()
    steps.add("post")
    steps.run()
    #expect(steps.trace.events == ["post"])
  }

  @Test(arguments: [nil, DispatchQueue(label: "serial"), DispatchQueue.global()])
  func `Q15: with every kind of underlying queue a barrier separates before and after`(
    underlying: DispatchQueue?
  ) async throws {
    let events = try await onThread {
      let (trace, gate) = (Trace(), Gate())
      let queue = MiniOperationQueue()
      queue.underlyingQueue = underlying
      queue.addOperation { trace("pre") }
      queue.addBarrierBlock {
        trace("BAR<")
        gate.pass()
        trace("BAR>")
      }
      gate.waitForArrivals()
      queue.addOperation { trace("post") }
      gate.open()
      queue.waitUntilAllOperationsAreFinished()
      return trace.events
    }
    #expect(events == ["pre", "BAR<", "BAR>", "post"])
  }
}
