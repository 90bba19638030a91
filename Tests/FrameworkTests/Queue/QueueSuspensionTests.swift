import TestSupport
import Testing

@testable import MiniOperations

@Suite struct `Suspending and cancelling a queue` {
  @Test func `Q9: a worker that is on its way when the queue is suspended leaves again`() {
    let steps = QueueSteps()
    steps.add("a")
    steps.queue.isSuspended = true
    #expect(steps.workers.callCount == 1)
    steps.run()
    #expect(steps.trace.events == [])
    steps.queue.isSuspended = false
    steps.run()
    #expect(steps.trace.events == ["a"])
  }

  @Test func `Q10: a suspended queue with work outlives its owner, and is released when the work is done`() {
    let workers = SteppedWorkers()
    let trace = Trace()
    weak var queue: MiniOperationQueue?
    do {
      let owned = MiniOperationQueue(workers: workers)
      queue = owned
      owned.isSuspended = true
      owned.addOperation { trace("ran") }
    }
    #expect(queue != nil)
    queue?.isSuspended = false
    workers.run()
    #expect(queue == nil)
    #expect(trace.events == ["ran"])
  }

  @Test func `Q11: an operation may cancel its whole queue, itself included`() {
    let steps = QueueSteps()
    let first = PlainOperation("first") { [queue = steps.queue, trace = steps.trace] operation in
      queue.cancelAllOperations()
      trace("cancelled \(operation.isCancelled)")
    }
    steps.add(first)
    steps.add("second")
    steps.run()
    #expect(steps.trace.events == ["cancelled true"])
    #expect(steps.queue.operationCount == 0)
  }
}
