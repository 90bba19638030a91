import TestSupport
import Testing

@testable import MiniOperations

@Suite(.watched) struct `Cancelling an operation` {
  @Test func `O7: cancelled before start, it finishes without main and still completes`() {
    let (trace, workers) = (Trace(), SteppedWorkers())
    let queue = MiniOperationQueue(workers: workers)
    let operation = PlainOperation("A", in: trace)
    operation.completionBlock = { trace("completion") }
    trace.watch(operation)
    operation.cancel()
    trace("|")
    queue.addOperation(operation)
    workers.run()
    #expect(trace.events == ["A.isCancelled=1", "|", "A.isFinished=1", "completion"])
  }

  @Test func `C2: cancel is not an end: it does not finish a block operation or an invocation either`() {
    final class Target { func method() {} }
    let operations = [
      MiniBlockOperation {}, MiniInvocationOperation(target: Target(), method: Target.method),
      ManualOperation("own start"),
    ]
    for operation in operations { operation.cancel() }
    #expect(operations.map(\.isCancelled) == [true, true, true])
    #expect(operations.map(\.isFinished) == [false, false, false])
  }

  @Test func `C10: cancelled before start, it never announces that it executes`() {
    let trace = Trace()
    let operation = PlainOperation("A", in: trace)
    operation.cancel()
    let observation = operation.observe(\.isFinished, options: .prior) { operation, change in
      trace("\(change.isPrior ? "before" : "after"): executing \(operation.isExecuting)")
    }
    trace.watch(operation, as: "A", \.isExecuting)
    operation.start()
    observation.invalidate()
    #expect(trace.events == ["before: executing false", "after: executing false"])
  }

  @Test func `O9: cancelled from another thread in the middle of main, it sees it there`() async throws {
    let trace = Trace()
    let gate = Gate()
    let operation = PlainOperation("A") { operation in
      trace("cancelled \(operation.isCancelled)")
      gate.pass()
      trace("cancelled \(operation.isCancelled)")
    }
    async let run: Void = onThread { operation.start() }
    try await onThread { gate.waitForArrivals() }
    operation.cancel()
    gate.open()
    try await run
    #expect(trace.events == ["cancelled false", "cancelled true"])
    #expect(operation.isFinished)
  }

  @Test func `O11: cancelled after it has finished, it ignores the cancel`() {
    let trace = Trace()
    let operation = PlainOperation("A", in: trace)
    trace.watch(operation)
    operation.start()
    operation.cancel()
    trace("cancelled \(operation.isCancelled)")
    #expect(
      trace.events == [
        "A.isExecuting=1", "main A", "A.isExecuting=0", "A.isFinished=1", "cancelled false",
      ])
  }

  @Test func `O12: cancelled twice, it announces once`() {
    let trace = Trace()
    let operation = PlainOperation("A")
    trace.watch(operation)
    operation.cancel()
    operation.cancel()
    #expect(trace.events == ["A.isCancelled=1"])
  }

  @Test func `O12: cancelled by many threads at once, it announces once`() async throws {
    let trace = Trace()
    let operation = PlainOperation("A")
    operation.addDependency(PlainOperation("B"))
    trace.watch(operation)
    try await onThreads(8) { _ in operation.cancel() }
    #expect(trace.events == ["A.isCancelled=1", "A.isReady=1"])
  }

  @Test func `O13: cancelled while it waits, it becomes ready, and its dependency is unchanged`() {
    let trace = Trace()
    let (dependency, operation) = (PlainOperation("dependency"), PlainOperation("A", in: trace))
    operation.addDependency(dependency)
    trace.watch(dependency)
    trace.watch(operation)
    trace("ready \(operation.isReady)")
    operation.cancel()
    trace("ready \(operation.isReady)")
    operation.start()
    #expect(
      trace.events == ["ready false", "A.isCancelled=1", "A.isReady=1", "ready true", "A.isFinished=1"])
    #expect(!dependency.isFinished && !dependency.isCancelled)
  }
}
