import TestSupport
import Testing

@testable import MiniOperations

/// What remains after an end, and the order of its parts.
@Suite struct `The end of an operation` {
  @Test func `The dependent is ready before the first one's end is announced`() {
    let (first, second) = (PlainOperation("A"), PlainOperation("B"))
    second.addDependency(first)
    let steps = QueueSteps()
    for operation in [first, second] { steps.trace.watch(operation) }
    steps.queue.addOperations([first, second], waitUntilFinished: false)
    steps.run()
    #expect(
      steps.trace.events == [
        "A.isExecuting=1", "B.isReady=1", "A.isExecuting=0", "A.isFinished=1",
        "B.isExecuting=1", "B.isExecuting=0", "B.isFinished=1",
      ])
  }

  @Test func `A finished operation forgets its queue, which may be deallocated before it`() {
    let operation = PlainOperation("A")
    weak var gone: MiniOperationQueue?
    do {
      let workers = SteppedWorkers()
      let queue = MiniOperationQueue(workers: workers)
      gone = queue
      queue.addOperation(operation)
      workers.run()
    }
    #expect(gone == nil)
    #expect(!operation.currentFlags.contains(.queued))
    operation.queuePriority = .high
    #expect(operation.queuePriority == .high)
  }

  @Test
  func `One that finishes in its own start without an announcement leaves its queue and releases everything`()
    async throws
  {
    let steps = QueueSteps()
    let silent = SilentOperation()
    let dependent = PlainOperation("dependent", in: steps.trace)
    dependent.addDependency(silent)
    silent.completionBlock = { [trace = steps.trace] in trace("completion") }
    for operation in [silent, dependent] { steps.add(operation) }
    steps.run()
    #expect(steps.trace.events.sorted() == ["completion", "main dependent"])
    #expect(steps.queue.operationCount == 0)
    try await onThread { silent.waitUntilFinished() }
  }

  @Test func `Observers of the end are notified before waiters wake and the completion block is brought`() {
    let (steps, seen) = (QueueSteps(), Locked<[String]>([]))
    let manual = steps.manual("manual")
    manual.completionBlock = {}
    steps.add(manual)
    steps.run()
    let observation = manual.observe(\.isFinished) { [workers = steps.workers] operation, _ in
      let isLatched = operation.withState { $0.node?.latch != nil }
      seen.withLock { $0.append("calls \(workers.callCount), latch \(isLatched)") }
    }
    manual.complete()
    #expect(seen.withLock { $0 } == ["calls 0, latch false"])
    #expect(steps.workers.callCount == 1)
    observation.invalidate()
  }

  @Test func `A dependency whose isFinished is true, though unannounced, holds nothing back`() {
    let (silent, dependent) = (SilentOperation(), PlainOperation("dependent"))
    silent.start()
    dependent.addDependency(silent)
    #expect(dependent.isReady)
    #expect(dependent.dependencies == [silent])
  }

  /// Finishes in its own `start()` and announces nothing.
  private final class SilentOperation: MiniOperation, @unchecked Sendable {
    // Unchecked: behind its own lock.
    private let finished = Locked(false)
    override var isFinished: Bool { finished.withLock { $0 } }
    override func start() { finished.withLock { $0 = true } }
  }
}
