import TestSupport
import Testing

@testable import MiniOperations

@Suite struct `Last in, first out` {
  @Test func `Newest first: priority still comes before age`() {
    let steps = QueueSteps()
    steps.queue.order = .newestFirst
    steps.add("1", "2", "3")
    steps.add(steps.operation("urgent", .high))
    steps.add("4")
    steps.run()
    #expect(steps.trace.events == ["urgent", "4", "3", "2", "1"])
  }

  @Test func `Newest first: an operation that becomes ready late has the place of its age`() {
    let steps = QueueSteps()
    steps.queue.order = .newestFirst
    steps.queue.isSuspended = true
    let operations = steps.add("1", "2", "3")
    let gated = GatedOperation("gated") { [trace = steps.trace] in trace("gated") }
    steps.add(gated)
    steps.add("5")
    gated.open()
    operations[1].queuePriority = .low
    steps.queue.isSuspended = false
    steps.run()
    #expect(steps.trace.events == ["5", "gated", "3", "1", "2"])
  }

  @Test func `The order can be changed while operations wait`() {
    let steps = QueueSteps()
    steps.queue.isSuspended = true
    steps.add("1", "2", "3", "4", "5")
    steps.queue.isSuspended = false
    steps.step()
    steps.queue.order = .newestFirst
    steps.step()
    steps.queue.order = .oldestFirst
    steps.run()
    #expect(steps.trace.events == ["1", "5", "2", "3", "4"])
  }
}
