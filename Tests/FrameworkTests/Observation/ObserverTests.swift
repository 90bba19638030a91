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
