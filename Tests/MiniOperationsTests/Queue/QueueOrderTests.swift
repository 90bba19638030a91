import TestSupport
import Testing

@testable import MiniOperations

@Suite(.watched) struct `The order in which a queue starts operations` {
  @Test func `Q1: among operations of one priority that are ready when added, the first added starts first`()
  {
    let steps = QueueSteps()
    steps.queue.isSuspended = true
    steps.queue.maxConcurrentOperationCount = 1
    steps.add("1", "2", "3", "4", "5")
    steps.queue.isSuspended = false
    steps.run()
    #expect(steps.trace.events == ["1", "2", "3", "4", "5"])
  }

  @Test func `A new operation has the normal priority`() {
    #expect(MiniOperation().queuePriority == .normal)
  }

  @Test func `Q2: among the ready ones the highest priority comes first`() {
    let steps = QueueSteps()
    let priorities = MiniOperation.QueuePriority.allCases
    let operations = priorities.map { steps.operation("\($0)", $0) }
    steps.queue.addOperations(operations, waitUntilFinished: false)
    steps.run()
    #expect(steps.trace.events == ["veryHigh", "high", "normal", "low", "veryLow"])
  }

  @Test func `Q2: a priority that is changed while the operation is queued counts`() {
    let steps = QueueSteps()
    let operations = steps.add("n1", "n2", "n3")
    operations[2].queuePriority = .high
    steps.run()
    #expect(steps.trace.events == ["n3", "n1", "n2"])
  }

  @Test func `Q2: lowered and raised again, an operation has its old place among its equals`() {
    let steps = QueueSteps()
    let operations = steps.add("n1", "n2", "n3")
    operations[0].queuePriority = .veryLow
    operations[0].queuePriority = .normal
    steps.run()
    #expect(steps.trace.events == ["n1", "n2", "n3"])
  }

  @Test func `Q3: an urgent operation that is not ready lets a ready one go first`() {
    let steps = QueueSteps()
    let high = steps.operation("hi", .veryHigh)
    let low = steps.operation("lo", .veryLow)
    let dependency = steps.operation("dep")
    high.addDependency(dependency)
    for operation in [high, low, dependency] { steps.add(operation) }
    steps.run()
    #expect(steps.trace.events == ["dep", "hi", "lo"])
  }

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

  @Test func `Q4: priority does not interrupt what has started`() {
    let steps = QueueSteps()
    let low = steps.manual("low")
    low.queuePriority = .low
    steps.queue.maxConcurrentOperationCount = 1
    steps.add(low)
    steps.step()
    steps.add(steps.operation("veryHigh", .veryHigh))
    steps.run()
    steps.trace("low ends")
    low.complete()
    steps.run()
    #expect(steps.trace.events == ["low", "low ends", "veryHigh"])
  }

  @Test func `Q4: priority means nothing between two queues`() {
    let workers = SteppedWorkers()
    let (first, second) = (QueueSteps(workers: workers), QueueSteps(workers: workers))
    first.add(first.operation("veryLow", .veryLow))
    second.add(PlainOperation("veryHigh") { _ in first.trace("veryHigh") })
    first.run()
    #expect(first.trace.events == ["veryLow", "veryHigh"])
  }

  @Test func `Q6: a limit of one is not a serial dispatch queue: readiness and priority reorder`() {
    let steps = QueueSteps()
    steps.queue.maxConcurrentOperationCount = 1
    let operations = (0...7).map { steps.operation("\($0)") }
    operations[5].queuePriority = .high
    operations[6].queuePriority = .high
    operations[1].addDependency(operations[7])
    steps.queue.addOperations(operations, waitUntilFinished: false)
    steps.run()
    #expect(steps.trace.events == ["5", "6", "0", "2", "3", "4", "7", "1"])
  }

  @Test func `A dependent that was added before its dependency still comes after it`() {
    let steps = QueueSteps()
    let (first, second) = (steps.operation("first"), steps.operation("second"))
    second.addDependency(first)
    steps.add(second)
    steps.add(first)
    steps.add("third")
    steps.run()
    #expect(steps.trace.events == ["first", "second", "third"])
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
