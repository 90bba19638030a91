import Dispatch
import TestSupport
import Testing

@testable import MiniOperations

/// Each of these puts on one thread what two threads would have to do at the same moment.
@Suite struct `Changes that come to a queue at a bad moment` {
  @Test(arguments: [false, true])
  func `A newer read of isReady is not undone by an older one, also while the operation is being added`(
    isBeingAdded: Bool
  ) {
    let steps = QueueSteps()
    let operation = RacingOperation(isOpen: false)
    if !isBeingAdded { steps.add(operation) }
    // The queue has read false; here an announcement, of true, overtakes it.
    operation.after(.isReady) { operation in
      operation.isOpen = true
      operation.didChangeValue(forKey: "isReady")
    }
    if isBeingAdded { steps.add(operation) } else { operation.didChangeValue(forKey: "isReady") }
    steps.run()
    #expect(operation.isFinished)
  }

  @Test func `An isFinished that is false does not make the queue forget an isReady that is true`() {
    let steps = QueueSteps()
    let operation = RacingOperation(isOpen: false)
    steps.add(operation)
    operation.isOpen = true
    operation.after(.isReady) { $0.didChangeValue(forKey: "isFinished") }
    operation.didChangeValue(forKey: "isReady")
    steps.run()
    #expect(operation.isFinished)
  }

  @Test func `One that ends before it is listed is not listed for ever`() {
    let steps = QueueSteps()
    let (first, second) = (RacingOperation(isOpen: false), RacingOperation())
    // The queue has accepted the first one, and looks at the second.
    second.after(.isExecuting) { _ in first.end() }
    steps.queue.addOperations([first, second], waitUntilFinished: false)
    #expect(steps.queue.operations == [second])
  }

  @Test func `An operation that ends while it is being added is refused, and forgets the queue`() {
    let operation = RacingOperation()
    operation.after(.isExecuting) { $0.start() }
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

  @Test(arguments: ["isFinished", "isReady"], [false, true])
  func `One that ends while it is being added leaves the queue and releases its dependents, announced or not`(
    announced: String, isOpen: Bool
  ) {
    let steps = QueueSteps()
    steps.queue.isSuspended = isOpen
    let operation = RacingOperation(isOpen: isOpen)
    operation.after(.isReady) { $0.end(announcing: announced) }
    let dependent = PlainOperation("dependent")
    dependent.addDependency(operation)
    steps.add(operation)
    #expect(steps.queue.operationCount == 0)
    #expect(dependent.isReady)
  }

  @Test func `A priority that changes while the queue reads the old one wins`() {
    let steps = QueueSteps()
    steps.add("1")
    let fickle = RacingOperation("2", in: steps.trace)
    steps.add(fickle)
    // Read as high, and changed before the queue has noted that. The announcement of the change comes first.
    fickle.after(.queuePriority) { $0.queuePriority = .veryLow }
    fickle.queuePriority = .high
    steps.add("3")
    steps.run()
    #expect(steps.trace.events == ["1", "3", "2"])
  }

  @Test func `Q27: a priority that is set while the operation is being added counts`() {
    let steps = QueueSteps()
    let fickle = RacingOperation("fickle", in: steps.trace)
    fickle.after(.queuePriority) { $0.queuePriority = .veryHigh }
    steps.queue.isSuspended = true
    steps.add("1")
    steps.add(fickle)
    let another = RacingOperation("in a batch", in: steps.trace)
    another.after(.queuePriority) { $0.queuePriority = .high }
    steps.queue.addOperations([steps.operation("2"), another], waitUntilFinished: false)
    steps.queue.isSuspended = false
    steps.run()
    #expect(steps.trace.events == ["fickle", "in a batch", "1", "2"])
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

  @Test(arguments: [false, true])
  func `K4: one that finishes before its start is released, even in a suspended queue or after a barrier`(
    isAfterBarrier: Bool
  ) {
    let steps = QueueSteps()
    steps.queue.isSuspended = true
    if isAfterBarrier { steps.queue.addBarrierBlock {} }
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
