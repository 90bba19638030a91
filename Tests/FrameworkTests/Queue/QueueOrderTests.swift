import TestSupport
import Testing

@testable import MiniOperations

// Which one is next is shown by the schedule's model; here the queue passes the setting on.
@Suite struct `The order in which a queue starts operations` {
  @Test func `It can be changed while operations wait`() {
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
