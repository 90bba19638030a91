import TestSupport
import Testing

@testable import MiniOperations

@Suite struct `Depending on others` {
  @Test func `O18: a finished dependency lives as long as its dependent`() {
    weak var dependency: MiniOperation?
    let operation = PlainOperation("A")
    do {
      let made = PlainOperation("B")
      operation.addDependency(made)
      made.start()
      dependency = made
    }
    #expect(dependency != nil)
    operation.start()
    #expect(dependency != nil)
    operation.dependencies.forEach(operation.removeDependency)
    #expect(dependency == nil)
  }

  @Test func `O19: removed while the queue waits for it, the dependency holds nothing back`() {
    let (trace, workers) = (Trace(), SteppedWorkers())
    let queue = MiniOperationQueue(workers: workers)
    let dependency = PlainOperation("never started")
    let operation = PlainOperation("A", in: trace)
    operation.addDependency(dependency)
    queue.addOperation(operation)
    workers.run()
    trace("| removed")
    operation.removeDependency(dependency)
    workers.run()
    #expect(trace.events == ["| removed", "main A"])
  }

  @Test func `O21: a dependency whose own isFinished is true and then false is listed once`() {
    final class Fickle: MiniOperation, @unchecked Sendable {
      let saysFinished = Locked(true)
      override var isFinished: Bool { saysFinished.withLock { $0 } }
    }
    let (dependency, operation) = (Fickle(), PlainOperation("A"))
    operation.addDependency(dependency)
    dependency.saysFinished.withLock { $0 = false }
    operation.addDependency(dependency)
    #expect(operation.dependencies.count == 1)
  }

  @Test func `O23: a dependency added before a worker has come still counts`() {
    let (trace, workers) = (Trace(), SteppedWorkers())
    let queue = MiniOperationQueue(workers: workers)
    let (a, b) = (PlainOperation("A", in: trace), PlainOperation("B", in: trace))
    queue.addOperation(b)
    b.addDependency(a)
    queue.addOperation(a)
    workers.run()
    #expect(trace.events == ["main A", "main B"])
  }
}
