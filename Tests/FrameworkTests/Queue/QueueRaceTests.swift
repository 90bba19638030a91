import Dispatch
import TestSupport
import Testing

@testable import MiniOperations

/// Each of these puts on one thread what two threads would have to do at the same moment.
@Suite struct `Changes that come to a queue at a bad moment` {
  @Test func `An operation that becomes ready while it is being added is not forgotten`() {
    let steps = QueueSteps()
    let operation = NosyOperation(
      isOpen: false,
      atReady: { operation in
        operation.setOpen()
        operation.didChangeValue(forKey: "isReady")
      })
    steps.add(operation)
    steps.run()
    #expect(operation.isFinished)
  }

  @Test func `A newer read of isReady is not undone by an older one that comes late`() {
    let steps = QueueSteps()
    let gate = Locked(false)
    let late = HookedOperation(isOpen: { gate.withLock { $0 } })
    steps.add(late)
    // The queue was notified and has read false; here a second announcement, of true, overtakes it.
    late.afterLook = { operation in
      gate.withLock { $0 = true }
      operation.afterLook = nil
      operation.didChangeValue(forKey: "isReady")
    }
    late.didChangeValue(forKey: "isReady")
    steps.run()
    #expect(late.isFinished)
  }

  @Test func `An isFinished that is false does not make the queue forget an isReady that is true`() {
    let steps = QueueSteps()
    let gate = Locked(false)
    let operation = HookedOperation(isOpen: { gate.withLock { $0 } })
    steps.add(operation)
    operation.hook = { $0.didChangeValue(forKey: "isFinished") }
    gate.withLock { $0 = true }
    operation.didChangeValue(forKey: "isReady")
    steps.run()
    #expect(operation.isFinished)
  }

  @Test func `An operation that ends while it is being added is refused, and forgets the queue`() {
    let operation = NosyOperation(isOpen: true, atExecuting: { $0.start() })
    weak var queue: MiniOperationQueue?
    do {
      let steps = QueueSteps()
      queue = steps.queue
      let misuses = Misuses.during { steps.add(operation) }
      #expect(misuses.map(\.rule) == [.addedAfterFinish])
      #expect(steps.queue.operationCount == 0)
    }
    #expect(queue == nil)
    // It would ask the queue, if it still knew one.
    operation.queuePriority = .high
    #expect(operation.currentFlags.contains(.queued) == false)
  }

  @Test func `One that ends while it is being added, and does not say so, releases its dependents`() {
    let steps = QueueSteps()
    let operation = EndsWhileAdded(isOpen: false, announcing: "isReady")
    let dependent = PlainOperation("dependent")
    dependent.addDependency(operation)
    steps.add(operation)
    #expect(steps.queue.operationCount == 0)
    #expect(dependent.isReady)
  }

  @Test func `A priority that changes while the queue reads the old one wins`() {
    let steps = QueueSteps()
    steps.add("1")
    let fickle = FickleOperation("2", in: steps.trace)
    steps.add(fickle)
    // Read as high, and changed before the queue has noted that. The announcement of the change comes first.
    fickle.afterLook = { $0.queuePriority = .veryLow }
    fickle.queuePriority = .high
    steps.add("3")
    steps.run()
    #expect(steps.trace.events == ["1", "3", "2"])
  }

  @Test func `Q27: a priority that is set while the operation is being added counts`() {
    let steps = QueueSteps()
    let fickle = FickleOperation("fickle", in: steps.trace)
    fickle.afterLook = { $0.queuePriority = .veryHigh }
    steps.queue.isSuspended = true
    steps.add("1")
    steps.add(fickle)
    let another = FickleOperation("in a batch", in: steps.trace)
    another.afterLook = { $0.queuePriority = .high }
    steps.queue.addOperations([steps.operation("2"), another], waitUntilFinished: false)
    steps.queue.isSuspended = false
    steps.run()
    #expect(steps.trace.events == ["fickle", "in a batch", "1", "2"])
  }

  @Test(arguments: ["suspended", "closed"])
  func `An operation that announces its end while it is being added leaves the queue`(kind: String) {
    let steps = QueueSteps()
    steps.queue.isSuspended = kind == "suspended"
    let operation = EndsWhileAdded(isOpen: kind == "suspended")
    steps.add(operation)
    #expect(operation.isFinished)
    #expect(steps.queue.operationCount == 0)
  }

  @Test func `K11: an operation that finishes before it was started releases no slot`() {
    let steps = QueueSteps()
    steps.queue.maxConcurrentOperationCount = 1
    let running = steps.manual("running")
    steps.add(running)
    steps.run()
    let queued = steps.manual("queued")
    steps.add(queued)
    queued.complete()
    steps.add("next")
    steps.run()
    #expect(steps.trace.next() == ["running"])
    running.complete()
    steps.run()
    #expect(steps.trace.next() == ["next"])
  }

  @Test func `K4: an operation that finishes before it was started is released, even in a suspended queue`() {
    let steps = QueueSteps()
    steps.queue.isSuspended = true
    weak var operation: MiniOperation?
    do {
      let manual = steps.manual("manual")
      operation = manual
      steps.add(manual)
      manual.complete()
    }
    #expect(operation == nil)
    #expect(steps.queue.operationCount == 0)
  }

  @Test func `A worker that was asked for before the underlying queue changed does not work for it`()
    async throws
  {
    let places = try await onThread {
      let key = DispatchSpecificKey<Bool>()
      let below = DispatchQueue(label: "below")
      below.setSpecific(key: key, value: true)
      // Held back, so that the worker on the wrong thread finds the operation still there.
      below.suspend()
      let steps = QueueSteps()
      let gone = steps.manual("gone")
      steps.add(gone)
      // The queue is empty again, but the worker that it has requested has not come yet.
      gone.complete()
      steps.queue.underlyingQueue = below
      steps.queue.addOperation { steps.trace("below: \(DispatchQueue.getSpecific(key: key) == true)") }
      steps.run()
      steps.trace("the former worker has come")
      below.resume()
      steps.queue.waitUntilAllOperationsAreFinished()
      return steps.trace.events
    }
    #expect(places == ["the former worker has come", "below: true"])
  }

  @Test func `A start that lets another queue work before it calls super is still the queue's own`() {
    let (outer, inner) = (QueueSteps(), QueueSteps())
    inner.add("inner")
    let operation = StartsLate { inner.run() }
    outer.add(operation)
    outer.run()
    #expect(inner.trace.events == ["inner"])
    #expect(operation.isFinished)
  }
}
