import Testing

@testable import MiniOperations

/// A line may keep the place of an operation that has moved or left; it must not retain the operation.
@Suite struct `What a queue releases` {
  /// Whether `body` leaves an operation behind that only the queue can hold.
  private func isHeld(in queue: MiniOperationQueue, after body: (ManualOperation) -> Void) -> Bool {
    weak var operation: MiniOperation?
    do {
      let made = ManualOperation("held")
      operation = made
      body(made)
    }
    return withExtendedLifetime(queue) { operation != nil }
  }

  @Test func `An operation whose priority was changed is released when it has run`() {
    let workers = SteppedWorkers()
    let queue = MiniOperationQueue(workers: workers)
    let isHeld = isHeld(in: queue) { operation in
      queue.isSuspended = true
      queue.addOperation {}
      queue.addOperation(operation)
      // Its place behind the other one stays, and is never visited again.
      operation.queuePriority = .veryHigh
      queue.isSuspended = false
      workers.run()
      operation.complete()
    }
    #expect(!isHeld, "the queue is empty and holds an operation that has finished")
  }

  @Test func `An operation that finishes after a barrier without being started is released at once`() {
    let workers = SteppedWorkers()
    let queue = MiniOperationQueue(workers: workers)
    let gate = MiniBlockOperation {}
    queue.isSuspended = true
    queue.addOperation(gate)
    queue.addBarrierBlock {}
    let isHeld = isHeld(in: queue) { operation in
      queue.addOperation(operation)
      operation.complete()
    }
    #expect(!isHeld, "the queue still waits at its barrier, but this operation has finished")
    queue.isSuspended = false
    workers.run()
    #expect(queue.operationCount == 0)
  }
}
