import TestSupport
import Testing

@testable import MiniOperations

/// The order in which operations announce their changes, which observers may come to rely on.
@Suite struct `Golden traces` {
  @Test func `The dependent is ready before the first one's end is announced`() {
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
}
