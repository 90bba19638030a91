import TestSupport
import Testing

@testable import MiniOperations

@Suite struct `Readiness` {
  @Test func `An operation with a start of its own that has announced its run stays ready`() {
    let operation = ManualOperation("A")
    operation.start()
    operation.addDependency(PlainOperation("too late"))
    #expect(operation.isReady)
    operation.complete()
    #expect(operation.isReady)
  }

  @Test func `What is announced is what isReady says, also with a gate of the subclass`() {
    let (dependency, gated, seen) = (MiniOperation(), GatedOperation("gated"), Locked<[Bool?]>([]))
    gated.addDependency(dependency)
    let observation = gated.observe(\.isReady, options: .new) { _, change in
      seen.withLock { $0.append(change.newValue) }
    }
    dependency.start()
    gated.open()
    #expect(seen.withLock { $0 } == [false, true])
    withExtendedLifetime(observation) {}
  }

  @Test func `O14: both must hold, the gate and the dependencies, in whatever order they come`() {
    let (trace, workers) = (Trace(), SteppedWorkers())
    let queue = MiniOperationQueue(workers: workers)
    let (early, late) = (PlainOperation("early", in: trace), PlainOperation("late", in: trace))
    let gateFirst = GatedOperation("gate first") { trace("main gate first") }
    let gateLast = GatedOperation("gate last") { trace("main gate last") }
    gateFirst.addDependency(late)
    gateLast.addDependency(early)
    queue.addOperations([gateFirst, gateLast, early], waitUntilFinished: false)
    gateFirst.open()
    workers.run()
    trace("|")
    queue.addOperation(late)
    gateLast.open()
    workers.run()
    #expect(trace.events == ["main early", "|", "main gate last", "main late", "main gate first"])
  }

  @Test func `O14: a gate that closes again before its turn keeps the operation back`() {
    let (trace, workers) = (Trace(), SteppedWorkers())
    let queue = MiniOperationQueue(workers: workers)
    final class Door: MiniOperation, @unchecked Sendable {
      // Unchecked: the door is behind its own lock.
      let isOpen = Locked(true)
      override var isReady: Bool { super.isReady && isOpen.withLock { $0 } }
      func set(_ value: Bool) {
        willChangeValue(forKey: "isReady")
        isOpen.withLock { $0 = value }
        didChangeValue(forKey: "isReady")
      }
    }
    let door = Door()
    door.completionBlock = { trace("completion") }
    queue.addOperation(door)
    door.set(false)
    workers.run()
    trace("| opened again")
    door.set(true)
    workers.run()
    #expect(trace.events == ["| opened again", "completion"])
  }

  @Test func `An operation that is ready when it is added announces nothing about it`() {
    let (trace, workers) = (Trace(), SteppedWorkers())
    let operation = PlainOperation("A")
    trace.watch(operation)
    MiniOperationQueue(workers: workers).addOperation(operation)
    #expect(trace.events == [])
    workers.run()
  }
}
