import TestSupport
import Testing

@testable import MiniOperations

@Suite struct `How many operations a queue runs at once` {
  @Test func `Q5: without a limit of its own a queue starts 64 at a time`() {
    let steps = QueueSteps()
    for number in 1...70 { steps.add(steps.manual("\(number)")) }
    steps.run()
    #expect(steps.trace.events.count == 64)
    steps.queue.maxConcurrentOperationCount = 66
    steps.run()
    steps.queue.maxConcurrentOperationCount = -1
    steps.run()
    #expect(steps.trace.events.count == 66)
  }

  @Test func `Q7: raising the limit starts more at once`() {
    let steps = QueueSteps()
    steps.queue.maxConcurrentOperationCount = 1
    steps.queue.addOperations(["1", "2", "3"].map(steps.manual), waitUntilFinished: false)
    steps.run()
    #expect(steps.trace.next() == ["1"])
    steps.queue.maxConcurrentOperationCount = 3
    steps.run()
    #expect(steps.trace.next() == ["2", "3"])
  }
}
