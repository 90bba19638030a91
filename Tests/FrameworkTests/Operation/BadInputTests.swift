import TestSupport
import Testing

@testable import MiniOperations

/// Calls that a program should not make, but some will: each works, or is a misuse that explains itself.
@Suite struct `Bad input` {
  @Test func `Completion blocks that add operations lose none of them`() {
    let (ran, workers) = (Locked(0), SteppedWorkers())
    let queue = MiniOperationQueue(workers: workers)
    queue.maxConcurrentOperationCount = 2
    @Sendable func add(_ left: Int) {
      let operation = PlainOperation("\(left)") { _ in ran.withLock { $0 += 1 } }
      operation.completionBlock = { if left > 0 { add(left - 1) } }
      queue.addOperation(operation)
    }
    add(500)
    add(500)
    workers.run()
    #expect(ran.withLock { $0 } == 1_002)
    #expect(queue.operationCount == 0)
  }

  @Test func `One operation with 20 000 dependencies becomes ready with the last, and once`() {
    let trace = Trace()
    let operation = PlainOperation("hub")
    let dependencies = (0..<20_000).map { _ in MiniOperation() }
    for dependency in dependencies { operation.addDependency(dependency) }
    trace.watch(operation, as: "hub", \.isReady)
    for dependency in dependencies.reversed() {
      if operation.isReady { Issue.record("It was ready before its last dependency had finished.") }
      dependency.start()
    }
    #expect(trace.events == ["hub.isReady=1"])
  }
}
