extension ThreadContext {
  /// Waits at `latch` for the end of `operation` or, without one, of all operations of `queue`.
  func wait(at latch: Latch, of queue: MiniOperationQueue?, for operation: MiniOperation? = nil) {
    guard let pool = ThreadLocals.current.pool, let queue, waitDepth < WorkerPool.deepestWait,
      queue.isServed(by: pool)
    else {
      return latch.wait()
    }
    let quality = quality
    waitDepth += 1
    queue.waitingWorkers.add(1, ordering: .sequentiallyConsistent)
    pool.wait(at: latch, answering: queue, for: operation.map { .only($0) } ?? .onePiece)
    queue.waitingWorkers.subtract(1, ordering: .sequentiallyConsistent)
    waitDepth -= 1
    setQuality(quality)
  }
}
