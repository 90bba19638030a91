import Foundation
import TestSupport
import Testing

@testable import MiniOperations

// The rows of the behaviour table are in Tests/FrameworkTests/Behaviours, and run on the framework in Parity.
// The tests of a row here add what the framework alone promises: announcements, misuses, each step of a
// thread.

@Suite struct `Starting an operation` {
  @Test func `O3: started before its dependencies have finished, it is refused and main never runs`() {
    let trace = Trace()
    let (first, second) = (PlainOperation("first", in: trace), PlainOperation("second", in: trace))
    second.addDependency(first)
    trace.watch(second)

    let misuses = Misuses.during { second.start() }
    #expect(misuses.map(\.rule) == [.startedBeforeReady])
    #expect(trace.next() == [])

    // The refusal has not harmed it: it starts when it may.
    first.start()
    second.start()
    #expect(
      trace.events == [
        "main first", "second.isReady=1", "second.isExecuting=1", "main second",
        "second.isExecuting=0", "second.isFinished=1",
      ])
  }

  @Test func `O5: started by hand while a queue has it, it is refused, and the queue starts it`() {
    let (trace, workers) = (Trace(), SteppedWorkers())
    let queue = MiniOperationQueue(workers: workers)
    let operation = PlainOperation("A", in: trace)
    queue.addOperation(operation)
    for misuse in Misuses.during({ operation.start() }) { trace("\(misuse.rule)") }
    workers.run()
    #expect(trace.events == ["startedWhileQueued", "main A"])
  }
}
