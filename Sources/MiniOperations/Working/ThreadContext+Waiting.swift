extension ThreadContext {
  /// Waits at `latch` until `operation`, which `queue` may have, has finished.
  func wait(at latch: Latch, for operation: MiniOperation, of queue: MiniOperationQueue?) {
    Wait.record(.end(of: operation), on: self) { wait(at: latch, answering: queue, for: .only(operation)) }
  }

  /// Waits at `latch` until `queue` is empty.
  func wait(at latch: Latch, for queue: MiniOperationQueue) {
    Wait.record(.empty(queue), on: self) { wait(at: latch, answering: queue, for: .onePiece) }
  }

  private func wait(at latch: Latch, answering queue: MiniOperationQueue?, for lease: WorkerLease) {
    guard let pool = ThreadLocals.current.pool, let queue, waitDepth < WorkerPool.deepestWait,
      queue.isServed(by: pool)
    else { return latch.wait() }
    let quality = quality
    waitDepth += 1
    queue.waitingWorkers.add(1, ordering: .sequentiallyConsistent)
    pool.wait(at: latch, answering: queue, for: lease)
    queue.waitingWorkers.subtract(1, ordering: .sequentiallyConsistent)
    waitDepth -= 1
    setQuality(quality)
  }
}
