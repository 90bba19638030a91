import Dispatch
import TestSupport
import Testing

@testable import MiniOperations

/// Where Foundation on Linux (Swift 6.3) goes wrong, and the mini framework does not.
///
/// Only the mini framework runs here: some of these end a process that tries them on Foundation.
/// What Foundation does is the comment of each test.
@Suite(.watched) struct `Where Foundation on Linux goes wrong` {
  // Foundation: the operation has no dependencies left, and is never ready.
  @Test func `K1: without its only unfinished dependency an operation is ready, and runs`() {
    let steps = QueueSteps()
    let (operation, dependency) = (steps.operation("a"), steps.operation("b"))
    operation.addDependency(dependency)
    steps.trace.watch(operation, \.isReady)
    steps.add(operation)
    steps.run()
    operation.removeDependency(dependency)
    steps.run()
    #expect(steps.trace.events == ["a.isReady=1", "a"])
    #expect(operation.dependencies.isEmpty)
  }

  // Foundation: the count of dependencies goes to -1, and a ready operation is not ready any more.
  @Test func `K2: losing a finished dependency, a cancelled operation stays ready`() {
    let (operation, dependency) = (MiniOperation(), MiniOperation())
    operation.addDependency(dependency)
    dependency.start()
    operation.cancel()
    operation.removeDependency(dependency)
    #expect(operation.isReady)
    operation.start()
    #expect(operation.isFinished)
  }

  // Foundation: the dependency writes to the operation that is gone, and the process ends.
  @Test func `K3: an operation may be deallocated before its dependency finishes`() {
    let dependency = MiniOperation()
    weak var gone: MiniOperation?
    do {
      let operation = MiniBlockOperation {}
      operation.addDependency(dependency)
      gone = operation
    }
    #expect(gone == nil)
    dependency.start()
    #expect(dependency.isFinished)
  }

  // Foundation: it stays in the list of its priority without being held, and the process ends.
  @Test func `K4: an operation that finishes while it is queued leaves the queue whole`() {
    let steps = QueueSteps()
    steps.queue.isSuspended = true
    steps.add("before")
    do {
      let operation = steps.manual("queued")
      steps.add(operation)
      operation.complete()
    }
    steps.add("after")
    steps.queue.isSuspended = false
    steps.run()
    #expect(steps.trace.events == ["before", "after"])
  }

  // Foundation: all 64 run, because it has handed them out already.
  @Test func `K5: without a limit too, suspending holds what was added before`() {
    let steps = QueueSteps()
    let manual = steps.manual("first")
    steps.add(manual)
    for _ in 0..<63 { steps.add("more") }
    steps.step()
    steps.queue.isSuspended = true
    steps.run()
    #expect(steps.trace.events == ["first"])
    #expect(steps.queue.operationCount == 64)
    manual.complete()
    steps.queue.isSuspended = false
    steps.run()
    #expect(steps.trace.events.count == 64)
  }

  // Foundation: n0 n1 n2 n3 HIGH, because it has handed out the first four already.
  @Test func `K6: without a limit too, the most urgent is next, whenever it was added`() async throws {
    let events = try await onThread {
      let (trace, gate) = (Trace(), Gate())
      let below = DispatchQueue(label: "serial")
      let queue = MiniOperationQueue()
      queue.underlyingQueue = below
      below.async { gate.pass() }
      gate.waitForArrivals()
      for number in 0..<4 { queue.addOperation { trace("n\(number)") } }
      let high = PlainOperation("HIGH") { _ in trace("HIGH") }
      high.queuePriority = .veryHigh
      queue.addOperation(high)
      gate.open()
      queue.waitUntilAllOperationsAreFinished()
      return trace.events
    }
    #expect(events == ["HIGH", "n0", "n1", "n2", "n3"])
  }

  // Foundation: it runs at once although the queue is suspended, without a waiter, and not on
  // the underlying queue; the main queue's runs on some other thread (see the tests of that queue).
  @Test func `K7: a barrier in an empty queue waits its turn, runs below, and is waited for`() async throws {
    let events = try await onThread {
      let (trace, gate) = (Trace(), Gate())
      let key = DispatchSpecificKey<Bool>()
      let below = DispatchQueue(label: "below")
      below.setSpecific(key: key, value: true)
      let queue = MiniOperationQueue()
      queue.underlyingQueue = below
      queue.isSuspended = true
      queue.addBarrierBlock {
        gate.pass()
        trace("BAR, below: \(DispatchQueue.getSpecific(key: key) == true)")
      }
      below.sync { trace("suspended") }
      queue.isSuspended = false
      gate.waitForArrivals()
      gate.open()
      queue.waitUntilAllOperationsAreFinished()
      trace("waited")
      return trace.events
    }
    #expect(events == ["suspended", "BAR, below: true", "waited"])
  }

  // Foundation: pre BAR< post BAR>.
  @Test func `K8: above a global queue too, a barrier holds what is added while it runs`() async throws {
    let events = try await onThread {
      let (trace, gate) = (Trace(), Gate())
      let queue = MiniOperationQueue()
      queue.underlyingQueue = .global()
      queue.addOperation { trace("pre") }
      queue.addBarrierBlock {
        trace("BAR<")
        gate.pass()
        trace("BAR>")
      }
      gate.waitForArrivals()
      queue.addOperation { trace("post") }
      gate.open()
      queue.waitUntilAllOperationsAreFinished()
      return trace.events
    }
    #expect(events == ["pre", "BAR<", "BAR>", "post"])
  }

  // Foundation: the block is kept, and with it the operation that it holds, forever.
  @Test func `K9: an operation that its completion block retains is released when the block has run`() {
    let steps = QueueSteps()
    weak var operation: MiniOperation?
    do {
      let plain = steps.operation("a")
      operation = plain
      plain.completionBlock = { [trace = steps.trace] in trace("completed \(plain.isFinished)") }
      steps.add(plain)
    }
    steps.run()
    #expect(steps.trace.events == ["a", "completed true"])
    #expect(operation == nil)
  }

  // Foundation: the blocks run one after the other, and are kept with all that they hold.
  @Test func `K10: the blocks of an operation run side by side, and are released afterwards`() async throws {
    let isGone = try await onThread {
      weak var operation: MiniBlockOperation?
      do {
        let gates = [Gate(), Gate()]
        let block = MiniBlockOperation()
        operation = block
        for number in 0...1 {
          block.addExecutionBlock {
            // Neither can return before the other has begun.
            gates[number].open()
            gates[1 - number].pass()
            withExtendedLifetime(block) {}
          }
        }
        block.start()
      }
      return operation == nil
    }
    #expect(isGone)
  }

  // Foundation: it counts one slot too many as free, runs two at once, then ends the process.
  @Test func `K11: an operation that finishes without the queue's doing frees no slot`() {
    let steps = QueueSteps()
    steps.queue.maxConcurrentOperationCount = 1
    let (running, elsewhere) = (steps.manual("running"), steps.manual("elsewhere"))
    steps.add(running)
    steps.run()
    steps.add(elsewhere)
    elsewhere.complete()
    steps.add(steps.manual("next"))
    steps.run()
    #expect(steps.trace.next() == ["running"])
    running.complete()
    steps.run()
    #expect(steps.trace.next() == ["next"])
  }

  // Foundation: it is picked up whenever the queue happens to look again.
  @Test func `K12: a gate that was opened silently stays closed for the queue until it is announced`() {
    let steps = QueueSteps()
    let gated = GatedOperation("gated") { [trace = steps.trace] in trace("gated") }
    steps.add(gated)
    gated.openSilently()
    steps.add("other")
    steps.queue.maxConcurrentOperationCount = 5
    steps.run()
    steps.trace("announced")
    gated.didChangeValue(forKey: "isReady")
    steps.run()
    #expect(steps.trace.events == ["other", "announced", "gated"])
  }

  // Foundation: somewhere between 20 000 and 40 000 links the stack overflows.
  @Test func `K13: a chain of a hundred thousand finished operations is released on a small stack`()
    async throws
  {
    let isGone = try await onThread(stack: 256 * 1024) {
      weak var first: MiniOperation?
      do {
        var last = MiniOperation()
        first = last
        last.start()
        for _ in 1..<100_000 {
          let next = MiniOperation()
          next.addDependency(last)
          next.start()
          last = next
        }
      }
      return first == nil
    }
    #expect(isGone)
  }
}
