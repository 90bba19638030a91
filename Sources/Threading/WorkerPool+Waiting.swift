import Synchronization

// Workers that wait for other work.
//
// A pool has a largest number of threads. If all of them wait for work that only another worker could
// do, nothing would ever continue. So a worker that waits for a queue answers the calls of that queue
// itself, on its own stack, as long as no other thread is free to answer them.
//
// It does only what it waits for. A worker that waits for all operations of a queue may start any of
// them. A worker that waits for one operation starts that one, when it is next: another one might need
// what the waiting thread holds, a lock or its own end. The queue picks the operation as always, so
// order, priority and limit are the same. A queue with an underlying queue, and the main queue, are not
// served by a pool; their operations stay on their threads.

extension WorkerPool {
  /// How many waits one thread leaves for other work, one inside the other: each needs room on its stack.
  package static let deepestWait = 64

  /// A worker that waits at a latch and can answer calls of one queue.
  final class WaitingWorker: Sendable {
    let latch: Latch
    let queue: any WorkSource
    let lease: WorkerLease
    let isCalled = Atomic(false)

    init(_ latch: Latch, _ queue: any WorkSource, _ lease: WorkerLease) {
      self.latch = latch
      self.queue = queue
      self.lease = lease
    }
  }

  /// Waits at `latch`; while all threads are busy, lets the calling worker run work of `source`.
  package func wait(at latch: Latch, answering source: any WorkSource, for lease: WorkerLease) {
    let id = ObjectIdentifier(source)
    while true {
      let waiter = WaitingWorker(latch, source, lease)
      // Listed first, checked afterwards: an operation that becomes next in between is not missed.
      condition.withLock { waitingWorkers[id, default: []].append(waiter) }
      wakeWaitingWorker(for: source)
      let isOpen = latch.wait { waiter.isCalled.load(ordering: .acquiring) }
      condition.withLock {
        waitingWorkers[id]?.removeAll { $0 === waiter }
        if waitingWorkers[id]?.isEmpty == true { waitingWorkers[id] = nil }
      }
      let isCalled = waiter.isCalled.load(ordering: .acquiring)
      if isCalled && (isOpen || source.runWork(for: lease, sentBy: self)) { requestWorker(for: source) }
      if isOpen { return }
    }
  }

  package func wakeWaitingWorker(for source: any WorkSource) {
    let id = ObjectIdentifier(source)
    let candidates = condition.withLock { isExhausted ? waitingWorkers[id] ?? [] : [] }
    // Without the lock: the queue has its own.
    for waiter in candidates.reversed() where waiter.queue.hasNext(for: waiter.lease) {
      let isCalled = condition.withLock {
        // The worker may have gone meanwhile, and the call, too.
        guard isExhausted, waitingWorkers[id]?.contains(where: { $0 === waiter }) == true,
          calls.removeFirst(where: { $0 === source }) != nil
        else { return false }
        waiter.isCalled.store(true, ordering: .releasing)
        return true
      }
      if isCalled { return waiter.latch.wake() }
    }
  }
}
