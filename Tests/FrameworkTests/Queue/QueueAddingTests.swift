import TestSupport
import Testing

@testable import MiniOperations

@Suite struct `What a queue takes in and keeps` {
  @Test func `Q12: if one operation of a batch must be refused, none is added`() {
    let steps = QueueSteps()
    let finished = steps.operation("finished")
    finished.start()
    let (a, b) = (steps.operation("a"), steps.operation("b"))
    let misuses = Misuses.during {
      steps.queue.addOperations([a, finished, b], waitUntilFinished: true)
      steps.queue.addOperations([a, b, a], waitUntilFinished: true)
    }
    #expect(misuses.map(\.rule) == [.addedAfterFinish, .addedTwice])
    #expect(misuses.last?.message.hasPrefix("'a' is in the array of one call twice.") == true)
    #expect(steps.queue.operationCount == 0)
    steps.queue.addOperations([b, a], waitUntilFinished: false)
    steps.run()
    #expect(steps.trace.events == ["finished", "b", "a"])
  }
}
