import Foundation
import TestSupport
import Testing

@testable import MiniOperations

@Suite struct `Finishing an operation` {
  @Test func `C5: a dependent does not wait for the completion block`() {
    let (trace, workers) = (Trace(), SteppedWorkers())
    let jobs = SteppedWorkers()
    let (left, right) = (MiniOperationQueue(workers: jobs), MiniOperationQueue(workers: workers))
    let (a, b) = (PlainOperation("A", in: trace), PlainOperation("B", in: trace))
    a.completionBlock = { trace("completion A") }
    b.addDependency(a)
    left.addOperation(a)
    right.addOperation(b)
    jobs.step()
    trace("| the completion block has not been given a worker")
    workers.run()
    trace("| now it is")
    jobs.run()
    #expect(
      trace.events == [
        "main A", "| the completion block has not been given a worker", "main B", "| now it is",
        "completion A",
      ])
  }

  @Test func `O34: an announcement comes on the thread that makes it`() async throws {
    let trace = Trace()
    let operation = ManualOperation("A")
    let observation = operation.observe(\.isFinished) { _, _ in trace("on \(Thread.current.name ?? "")") }
    try await onThread {
      operation.start()
      let thread = RunLoopThread(name: "its own thread")
      thread.postAndWait { operation.complete() }
    }
    observation.invalidate()
    #expect(trace.events == ["on its own thread"])
  }
}
