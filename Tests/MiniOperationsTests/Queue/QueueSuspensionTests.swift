import TestSupport
import Testing

@testable import MiniOperations

@Suite(.watched) struct `Suspending and cancelling a queue` {
  @Test func `Q9: a suspended queue starts nothing new, lets running operations end, and accepts more`() {
    let steps = QueueSteps()
    let first = steps.manual("op1")
    steps.add(first)
    steps.step()
    steps.queue.isSuspended = true
    steps.trace("suspend")
    steps.add("op2")
    steps.run()
    first.complete()
    steps.run()
    steps.trace("op1 finished \(first.isFinished), \(steps.queue.operationCount) left")
    steps.queue.isSuspended = false
    steps.run()
    #expect(steps.trace.events == ["op1", "suspend", "op1 finished true, 1 left", "op2"])
  }

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

  @Test func `Q10: a suspended queue keeps cancelled operations until it is resumed`() {
    let steps = QueueSteps()
    steps.queue.isSuspended = true
    let operations = steps.add("a", "b")
    for operation in operations {
      steps.trace.watch(operation)
      operation.completionBlock = { [trace = steps.trace, name = operation.displayName] in
        trace("\(name) completed")
      }
    }
    steps.queue.cancelAllOperations()
    steps.run()
    #expect(steps.trace.next() == ["a.isCancelled=1", "b.isCancelled=1"])
    #expect(steps.queue.operationCount == 2)
    #expect(operations.map(\.isFinished) == [false, false])
    steps.queue.isSuspended = false
    steps.run()
    #expect(
      steps.trace.next() == ["a.isFinished=1", "b.isFinished=1", "a completed", "b completed"])
    #expect(steps.queue.operationCount == 0)
  }

  @Test func `Q10: cancelled and suspended, an operation with a dependency is ready but waits`() {
    let steps = QueueSteps()
    steps.queue.isSuspended = true
    let (a, b) = (steps.operation("a"), steps.operation("b"))
    b.addDependency(a)
    steps.queue.addOperations([a, b], waitUntilFinished: false)
    steps.trace.watch(b)
    b.cancel()
    steps.run()
    #expect(steps.trace.next() == ["b.isCancelled=1", "b.isReady=1"])
    steps.queue.isSuspended = false
    steps.run()
    #expect(steps.trace.next() == ["a", "b.isFinished=1"])
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

  @Test func `Q11: cancelling all marks every operation and removes none; running ones must check`() {
    let steps = QueueSteps()
    let running = steps.manual("running")
    steps.add(running)
    steps.step()
    let waiting = steps.add("waiting")[0]
    steps.queue.cancelAllOperations()
    #expect([running.isCancelled, waiting.isCancelled] == [true, true])
    #expect(steps.queueNames == ["running", "waiting"])
    #expect(running.isExecuting)
    steps.run()
    #expect(steps.queueNames == ["running"])
    running.complete()
    #expect(steps.queueNames == [])
    #expect(steps.trace.events == ["running"])
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

  @Test func `Q11: what is added after cancelling all runs`() {
    let steps = QueueSteps()
    steps.add("before")
    steps.queue.cancelAllOperations()
    steps.add("after")
    steps.run()
    #expect(steps.trace.events == ["after"])
  }
}
