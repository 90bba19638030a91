import TestSupport
import Testing

@testable import MiniOperations

@Suite struct `Observers` {
  @Test func `An observer that ends its own observation from inside is not called again`() {
    let (trace, operation) = (Trace(), PlainOperation("A"))
    let token = Locked<MiniObservation?>(nil)
    let observation = operation.observe(\.queuePriority) { _, _ in
      trace("once")
      token.withLock { $0.take() }?.invalidate()
    }
    token.withLock { $0 = observation }
    trace.keep(operation.observe(\.queuePriority) { _, _ in trace("the other") })
    operation.queuePriority = .high
    operation.queuePriority = .low
    #expect(trace.events == ["once", "the other", "the other"])
  }

  @Test func `An observer that ends the next one's observation is the last to be called`() {
    let (trace, operation) = (Trace(), PlainOperation("A"))
    let next = Locked<MiniObservation?>(nil)
    trace.keep(
      operation.observe(\.queuePriority) { _, _ in
        trace("first")
        next.withLock { $0.take() }?.invalidate()
      })
    next.withLock { $0 = operation.observe(\.queuePriority) { _, _ in trace("next") } }
    operation.queuePriority = .high
    #expect(trace.events == ["first"])
  }

  @Test func `An observer that starts another observation receives changes from the next one on`() {
    let (trace, operation) = (Trace(), PlainOperation("A"))
    trace.keep(
      operation.observe(\.queuePriority) { operation, _ in
        trace("first")
        trace.keep(operation.observe(\.queuePriority) { _, _ in trace("another") })
      })
    operation.queuePriority = .high
    trace("|")
    operation.queuePriority = .low
    #expect(trace.events == ["first", "|", "first", "another"])
  }

  @Test func `An observer that cancels the operation from inside lets it end in good order`() {
    let (trace, workers) = (Trace(), SteppedWorkers())
    let queue = MiniOperationQueue(workers: workers)
    let operation = PlainOperation("A") { trace("main, cancelled \($0.isCancelled)") }
    trace.watch(operation)
    trace.keep(operation.observe(\.isExecuting) { operation, _ in operation.cancel() })
    queue.addOperation(operation)
    workers.run()
    trace("\(queue.operationCount) left")
    #expect(
      trace.events == [
        "A.isExecuting=1", "A.isCancelled=1", "main, cancelled true", "A.isExecuting=0", "A.isFinished=1",
        "0 left",
      ])
  }

  @Test func `An observer may start, cancel and link other operations, and the same one again`() {
    let trace = Trace()
    let operations = ["A", "B", "C"].map { PlainOperation($0, in: trace) }
    trace.keep(
      operations[0].observe(\.isFinished) { finished, _ in
        operations[1].addDependency(finished)
        operations[1].start()
        operations[2].cancel()
        operations[2].start()
        finished.start()
      })
    operations[0].start()
    #expect(trace.events == ["main A", "main B"])
    #expect(operations.allSatisfy { $0.isFinished })
  }

  @Test func `Observers are called in the order in which they were added, and outside all locks`()
    async throws
  {
    let trace = Trace()
    let operation = PlainOperation("A")
    let thread = RunLoopThread(name: "other")
    for number in 1...3 {
      trace.keep(
        operation.observe(\.isFinished) { operation, _ in
          // Another thread can use the operation meanwhile, so its lock is free.
          thread.postAndWait { trace("\(number): \(operation.isFinished) \(operation.dependencies.count)") }
        })
    }
    try await onThread { operation.start() }
    #expect(trace.events == ["1: true 0", "2: true 0", "3: true 0"])
  }

  @Test(arguments: [true, false])
  func `The value before a change is read only for an observer that has requested it`(isRequested: Bool) {
    let reads = Locked(0)
    let operation = CountingOperation(reads)
    let observations = [
      operation.observe(forKey: "weight", options: isRequested ? .old : .prior) { _, _ in },
      operation.observe(\.queuePriority, options: .old) { _, _ in },
    ]
    operation.willChangeValue(forKey: "weight")
    #expect(reads.withLock { $0 } == (isRequested ? 1 : 0))
    operation.didChangeValue(forKey: "weight")
    #expect(reads.withLock { $0 } == (isRequested ? 1 : 0))
    withExtendedLifetime(observations) {}
  }

  @Test func `An unchanged value is not announced, not even beforehand`() {
    let trace = Trace()
    let (operation, dependency, other) = (PlainOperation("A"), PlainOperation("B"), PlainOperation("C"))
    operation.addDependency(dependency)
    operation.cancel()
    for (name, key) in [("isCancelled", \MiniOperation.isCancelled), ("isReady", \.isReady)] {
      trace.keep(operation.observe(key, options: [.prior, .old]) { _, _ in trace(name) })
    }
    trace.keep(operation.observe(\.dependencies, options: [.prior, .old]) { _, _ in trace("dependencies") })
    operation.cancel()
    operation.addDependency(dependency)
    operation.removeDependency(other)
    dependency.start()
    #expect(trace.events == [])
  }

  @Test func `Whenever an observer is added while the operation ends, it is notified or sees the end`() {
    // The interloper acts at one step of the run after another.
    for step in 1...100 {
      let operation = PlainOperation("A")
      let (isTold, sawTheEnd) = (Locked(false), Locked(false))
      let trace = Trace()
      let interloper = Interloper(at: step) {
        trace.keep(
          operation.observe(\.isFinished) { operation, _ in isTold.withLock { $0 = operation.isFinished } })
        sawTheEnd.withLock { $0 = operation.isFinished }
      }
      interloper.watch { operation.start() }
      guard interloper.hasCome else {
        #expect(step > 3, "The run has steps to act at: before the start, in it, and before the end.")
        return
      }
      #expect(
        isTold.withLock { $0 } || sawTheEnd.withLock { $0 },
        "An observer that came at step \(step) was forgotten.")
    }
    Issue.record("The run has no end.")
  }
}

/// An operation that counts how often the value of its own key is read.
private final class CountingOperation: MiniOperation, @unchecked Sendable {
  // Unchecked: `reads` is constant.
  private let reads: Locked<Int>
  private static let isKnown: Void = MiniOperation.makeObservable(\CountingOperation.weight, as: "weight")

  init(_ reads: Locked<Int>) {
    CountingOperation.isKnown
    self.reads = reads
  }

  var weight: Int {
    reads.withLock {
      $0 += 1
      return $0
    }
  }
}
