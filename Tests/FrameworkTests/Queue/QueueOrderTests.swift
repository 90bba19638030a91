import TestSupport
import Testing

@testable import MiniOperations

@Suite(.watched) struct `The order in which a queue starts operations` {
  @Test func `Q3: an urgent operation whose dependency is in no queue holds back no other`() {
    let steps = QueueSteps()
    let high = steps.operation("hi", .veryHigh)
    let dependency = steps.operation("dep")
    high.addDependency(dependency)
    steps.add(high)
    steps.add("lo")
    steps.run()
    dependency.start()
    steps.run()
    #expect(steps.trace.events == ["lo", "dep", "hi"])
  }

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

  @Test func `Priorities that change back and forth leave the order of arrival as it was`() {
    let steps = QueueSteps()
    steps.queue.isSuspended = true
    let operations = (0..<2_000).map { steps.operation("\($0)") }
    steps.queue.addOperations(operations, waitUntilFinished: false)
    for priority in MiniOperation.QueuePriority.allCases {
      for operation in operations { operation.queuePriority = priority }
    }
    for operation in operations { operation.queuePriority = .normal }
    steps.queue.isSuspended = false
    steps.run()
    #expect(steps.trace.events == (0..<2_000).map { "\($0)" })
  }
}
