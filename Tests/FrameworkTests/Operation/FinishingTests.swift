import Foundation
import TestSupport
import Testing

@testable import MiniOperations

@Suite(.watched) struct `Finishing an operation` {
  @Test func `O26: the completion block runs once, even if the end is announced twice`() {
    let (trace, workers) = (Trace(), SteppedWorkers())
    let queue = MiniOperationQueue(workers: workers)
    let operation = ManualOperation("A")
    operation.completionBlock = { trace("completion") }
    trace.watch(operation, as: "A", \.isFinished)
    queue.addOperation(operation)
    workers.run()
    operation.complete()
    operation.complete()
    workers.run()
    #expect(trace.events == ["A.isFinished=1", "A.isFinished=1", "completion"])
    #expect(queue.operationCount == 0)
  }

  @Test func `O27, C4: the completion block is released before it is called`() {
    let (trace, workers) = (Trace(), SteppedWorkers())
    let queue = MiniOperationQueue(workers: workers)
    weak var gone: MiniOperation?
    do {
      let operation = PlainOperation("A")
      // It retains its own operation, which is a cycle until it has run.
      operation.completionBlock = {
        trace("inside: \(operation.completionBlock == nil ? "nil" : "still there")")
      }
      gone = operation
      queue.addOperation(operation)
    }
    workers.run()
    trace("afterwards: \(gone == nil ? "gone" : "still there")")
    #expect(trace.events == ["inside: nil", "afterwards: gone"])
  }

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

  @Test func `O28: a thread that sleeps until the end is woken by it`() {
    let trace = Trace()
    let operation = PlainOperation("A", in: trace)
    let interloper = Interloper(whenItSleeps: {
      trace("asleep")
      operation.start()
    })
    interloper.watch { operation.waitUntilFinished() }
    trace("awake")
    #expect(trace.events == ["asleep", "main A", "awake"])
  }

  @Test func `O28: an operation that waits for itself is reported, and continues`() async throws {
    let trace = Trace()
    let operation = PlainOperation("A") { operation in
      for misuse in Misuses.during({ operation.waitUntilFinished() }) { trace("\(misuse.rule)") }
    }
    try await onThread { operation.start() }
    #expect(trace.events == ["waitsForItself"])
    #expect(operation.isFinished)
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
