import Dispatch
import TestSupport
import Testing

@testable import MiniOperations

@Suite struct `Barriers` {
  /// Adds a barrier that records its name.
  private func addBarrier(_ name: String, to steps: QueueSteps) {
    steps.queue.addBarrierBlock { [trace = steps.trace] in trace(name) }
  }

  @Test func `Q15: nothing starts while a barrier runs, not even what it adds itself`() {
    let steps = QueueSteps()
    steps.queue.addBarrierBlock {
      steps.trace("BAR<")
      steps.add("added inside")
      steps.run()
      steps.trace("BAR>")
    }
    steps.add("post")
    steps.run()
    #expect(steps.trace.events == ["BAR<", "BAR>", "post", "added inside"])
  }

  @Test func `Q15: an operation before the barrier that is not ready holds it and all after it`() {
    let steps = QueueSteps()
    let (dependency, dependent) = (steps.operation("elsewhere"), steps.operation("pre"))
    dependent.addDependency(dependency)
    steps.add(dependent)
    addBarrier("BAR", to: steps)
    steps.add("post")
    steps.run()
    #expect(steps.trace.next() == [])
    dependency.start()
    steps.run()
    #expect(steps.trace.next() == ["elsewhere", "pre", "BAR", "post"])
  }

  @Test func `Q15: what becomes ready behind a barrier stays behind it`() {
    let steps = QueueSteps()
    let pre = steps.manual("pre")
    steps.add(pre)
    addBarrier("BAR", to: steps)
    let post = GatedOperation("post") { [trace = steps.trace] in trace("post") }
    steps.add(post)
    steps.run()
    post.open()
    post.queuePriority = .veryHigh
    steps.run()
    pre.complete()
    steps.run()
    #expect(steps.trace.events == ["pre", "BAR", "post"])
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

  @Test func `Q15: a barrier waits in a suspended queue and in one whose limit is zero`() {
    let steps = QueueSteps()
    steps.queue.isSuspended = true
    addBarrier("BAR", to: steps)
    steps.add("post")
    steps.run()
    #expect(steps.trace.next() == [])
    steps.queue.maxConcurrentOperationCount = 0
    steps.queue.isSuspended = false
    steps.run()
    #expect(steps.trace.next() == [])
    steps.queue.maxConcurrentOperationCount = 1
    steps.run()
    #expect(steps.trace.next() == ["BAR", "post"])
  }

  @Test func `Q15: an operation that finishes behind a barrier, without having run, is not missed`() {
    let steps = QueueSteps()
    let pre = steps.manual("pre")
    let post = steps.manual("post")
    steps.add(pre)
    addBarrier("B1", to: steps)
    steps.add(post)
    addBarrier("B2", to: steps)
    steps.add("last")
    steps.run()
    post.complete()
    pre.complete()
    steps.run()
    #expect(steps.trace.events == ["pre", "B1", "B2", "last"])
    #expect(steps.queue.operationCount == 0)
  }

  @Test func `Q15: two thousand barriers in a suspended queue run in order`() {
    let steps = QueueSteps()
    steps.queue.isSuspended = true
    for number in 0..<2_000 { addBarrier("\(number)", to: steps) }
    steps.queue.isSuspended = false
    steps.run()
    #expect(steps.trace.events == (0..<2_000).map { "\($0)" })
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
