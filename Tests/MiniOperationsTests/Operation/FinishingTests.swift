import Foundation
import TestSupport
import Testing

@testable import MiniOperations

@Suite(.watched) struct `Finishing an operation` {
  @Test func `O26: the completion block runs once, after isFinished`() {
    let (trace, workers) = (Trace(), SteppedWorkers())
    let queue = MiniOperationQueue(workers: workers)
    let operation = PlainOperation("A", in: trace)
    operation.completionBlock = { [weak operation] in
      trace("completion, finished \(operation?.isFinished == true)")
    }
    trace.watch(operation, as: "A", \.isFinished)
    queue.addOperation(operation)
    workers.run()
    #expect(trace.events == ["main A", "A.isFinished=1", "completion, finished true"])
  }

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

  @Test func `O28: all waiters are resumed`() async throws {
    let operation = PlainOperation("A")
    let trace = Trace()
    let gate = Gate()
    async let waiters: Void = onThreads(3) { _ in
      gate.pass()
      operation.waitUntilFinished()
      trace("released, finished \(operation.isFinished)")
    }
    try await onThread { gate.waitForArrivals(3) }
    gate.open()
    operation.start()
    try await waiters
    #expect(trace.events == Array(repeating: "released, finished true", count: 3))
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

  @Test func `O28: waiting for a finished operation returns at once, even in its completion block`()
    async throws
  {
    let operation = PlainOperation("A")
    let trace = Trace()
    try await onThread {
      let done = Latch(name: "completion")
      operation.completionBlock = {
        operation.waitUntilFinished()
        trace("completion")
        done.open()
      }
      operation.start()
      operation.waitUntilFinished()
      done.wait()
      trace("returned")
    }
    #expect(trace.events == ["completion", "returned"])
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

  @Test func `O32: work that continues after main has returned is not waited for`() {
    let (trace, workers) = (Trace(), SteppedWorkers())
    let queue = MiniOperationQueue(workers: workers)
    let escaped = Locked<[@Sendable () -> Void]>([])
    let operation = PlainOperation("A") { _ in
      trace("main<")
      escaped.withLock { $0.append { trace("work done") } }
      trace("main>")
    }
    trace.watch(operation, as: "A", \.isFinished)
    queue.addOperation(operation)
    workers.run()
    trace("queue has \(queue.operationCount)")
    for work in escaped.withLock({ $0 }) { work() }
    #expect(trace.events == ["main<", "main>", "A.isFinished=1", "queue has 0", "work done"])
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

  @Test func `O35: an error that keeps the end from being announced stalls forever; defer does not`() {
    struct Broken: Error {}
    final class Throwing: MiniOperation, @unchecked Sendable {
      // Unchecked: `isSafe` is constant, the state is behind its own lock.
      let isSafe: Bool
      let hasFinished = Locked(false)
      init(isSafe: Bool) { self.isSafe = isSafe }
      override var isFinished: Bool { hasFinished.withLock { $0 } }
      override func start() { try? run() }
      func run() throws {
        if isSafe {
          defer { finish() }
          throw Broken()
        }
        throw Broken()
      }
      func finish() {
        willChangeValue(forKey: "isFinished")
        hasFinished.withLock { $0 = true }
        didChangeValue(forKey: "isFinished")
      }
    }
    let (trace, workers) = (Trace(), SteppedWorkers())
    for isSafe in [false, true] {
      let queue = MiniOperationQueue(workers: workers)
      let operation = Throwing(isSafe: isSafe)
      trace.watch(operation, as: isSafe ? "safe" : "unsafe", \.isFinished)
      queue.addOperation(operation)
      workers.run()
      trace("| \(queue.operationCount) left")
    }
    #expect(trace.events == ["| 1 left", "safe.isFinished=1", "| 0 left"])
  }
}
