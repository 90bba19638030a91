import TestSupport
import Testing

@testable import MiniOperations

@Suite struct `The order in which a queue starts operations` {
  @Test func `Q4: priority means nothing between two queues`() {
    let workers = SteppedWorkers()
    let (first, second) = (QueueSteps(workers: workers), QueueSteps(workers: workers))
    first.add(first.operation("veryLow", .veryLow))
    second.add(PlainOperation("veryHigh") { _ in first.trace("veryHigh") })
    first.run()
    #expect(first.trace.events == ["veryLow", "veryHigh"])
  }

  @Test func `A ready operation that gets a dependency gives up its place until that has finished`() {
    let steps = QueueSteps()
    let operations = steps.add("1", "2", "3")
    operations[0].addDependency(operations[1])
    steps.run()
    #expect(steps.trace.events == ["2", "1", "3"])
  }
}
