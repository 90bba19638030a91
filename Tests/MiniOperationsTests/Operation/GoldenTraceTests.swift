import TestSupport
import Testing

@testable import MiniOperations

/// SEMANTICS 1.2: the order in which Darwin announces, which is the order here.
@Suite(.watched) struct `Golden traces` {
  @Test func `1.2: the dependent is ready before the first one's end is announced`() {
    let (trace, workers) = (Trace(), SteppedWorkers())
    let queue = MiniOperationQueue(workers: workers)
    let a = PlainOperation("A")
    let b = PlainOperation("B")
    b.addDependency(a)
    trace.watch(a)
    trace.watch(b)

    queue.addOperations([a, b], waitUntilFinished: false)
    workers.run()

    #expect(
      trace.events == [
        "A.isExecuting=1", "B.isReady=1", "A.isExecuting=0", "A.isFinished=1",
        "B.isExecuting=1", "B.isExecuting=0", "B.isFinished=1",
      ])
  }

  @Test func `1.2, O13: cancelled in a suspended queue, only the end is left to announce`() {
    let (trace, workers) = (Trace(), SteppedWorkers())
    let queue = MiniOperationQueue(workers: workers)
    queue.isSuspended = true
    let operation = PlainOperation("A", in: trace)
    operation.addDependency(PlainOperation("never started"))
    queue.addOperation(operation)
    trace.watch(operation)
    operation.cancel()
    trace("| cancel returns")
    workers.run()
    trace("| resume")
    queue.isSuspended = false
    workers.run()
    #expect(
      trace.events == [
        "A.isCancelled=1", "A.isReady=1", "| cancel returns", "| resume", "A.isFinished=1",
      ])
  }

  /// Which announcements an operation makes, and what follows at which limit.
  struct Announcing: CustomTestStringConvertible {
    let keys: [String]
    let limit: Int
    let expected: [String]
    var testDescription: String { "\(keys) with limit \(limit)" }
  }

  @Test(arguments: [
    Announcing(keys: [], limit: -1, expected: ["main other", "2 left"]),
    Announcing(keys: [], limit: 1, expected: ["3 left"]),
    Announcing(keys: ["isExecuting"], limit: -1, expected: ["main other", "2 left"]),
    Announcing(keys: ["isExecuting"], limit: 1, expected: ["3 left"]),
    Announcing(keys: ["isFinished"], limit: -1, expected: ["main other", "main dependent", "0 left"]),
    Announcing(keys: ["isFinished"], limit: 1, expected: ["main dependent", "main other", "0 left"]),
    Announcing(
      keys: ["isExecuting", "isFinished"], limit: -1, expected: ["main other", "main dependent", "0 left"]),
    Announcing(
      keys: ["isExecuting", "isFinished"], limit: 1, expected: ["main dependent", "main other", "0 left"]),
    // Another key does not count: "finished" has no observer.
    Announcing(keys: ["finished", "executing"], limit: -1, expected: ["main other", "2 left"]),
    Announcing(keys: ["finished", "executing"], limit: 1, expected: ["3 left"]),
  ])
  func `1.3: only an announced isFinished drives the queue`(announcing: Announcing) {
    let (trace, workers) = (Trace(), SteppedWorkers())
    let queue = MiniOperationQueue(workers: workers)
    queue.maxConcurrentOperationCount = announcing.limit
    let operation = ManualOperation("A", announcing: announcing.keys)
    let dependent = PlainOperation("dependent", in: trace)
    dependent.addDependency(operation)
    queue.addOperations(
      [operation, dependent, PlainOperation("other", in: trace)], waitUntilFinished: false)

    workers.run()
    operation.complete()
    workers.run()

    // Nothing is left for the workers to do: what has not run by now stalls.
    trace("\(queue.operationCount) left")
    #expect(trace.events == announcing.expected)
  }
}
