import Foundation
import TestSupport
import Testing

@testable import MiniOperations

// The rows of the behaviour table are in Tests/FrameworkTests/Behaviours, and run on the framework in Parity. The tests of a
// row here add what the framework alone promises: announcements, misuses, each step of a thread.

@Suite(.watched) struct `Starting an operation` {
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

  @Test func `O4: started while it executes, it is refused, and main continues undisturbed`() {
    let trace = Trace()
    let operation = PlainOperation("A") { operation in
      trace("main<")
      for misuse in Misuses.during({ operation.start() }) { trace("\(misuse.rule)") }
      trace("main>")
    }
    trace.watch(operation)
    operation.start()
    operation.start()
    #expect(
      trace.events == [
        "A.isExecuting=1", "main<", "startedWhileExecuting", "main>", "A.isExecuting=0", "A.isFinished=1",
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

  @Test func `O5: added to a queue after it was started, it is refused`() {
    let (trace, workers) = (Trace(), SteppedWorkers())
    let queue = MiniOperationQueue(workers: workers)
    let operation = PlainOperation("A") { operation in
      for misuse in Misuses.during({ queue.addOperation(operation) }) { trace("\(misuse.rule)") }
    }
    operation.start()
    for misuse in Misuses.during({ queue.addOperation(operation) }) { trace("\(misuse.rule)") }
    workers.run()
    trace("\(queue.operationCount) operations")
    #expect(trace.events == ["addedWhileExecuting", "addedAfterFinish", "0 operations"])
  }

  @Test func `O30: an operation with its own start announces its end, even if cancelled before`() {
    let trace = Trace()
    let (whole, cancelled) = (
      ManualOperation("whole") { trace("work") }, ManualOperation("cancelled") { trace("work") }
    )
    trace.watch(whole)
    trace.watch(cancelled)
    trace.bracket("start") { whole.start() }
    whole.complete()
    cancelled.cancel()
    trace.bracket("start") { cancelled.start() }
    #expect(
      trace.events == [
        "start<", "whole.isExecuting=1", "work", "start>", "whole.isExecuting=0", "whole.isFinished=1",
        "cancelled.isCancelled=1", "start<", "cancelled.isFinished=1", "start>",
      ])
  }
}
