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
  final class Standby: Sendable {
    let latch: Latch
    let queue: any Employer
    let stay: WorkerStay
    let isCalled = Atomic(false)

    init(_ latch: Latch, _ queue: any Employer, _ stay: WorkerStay) {
      self.latch = latch
      self.queue = queue
      self.stay = stay
    }
  }

  /// Waits at `latch`; while all threads are busy, lets `employer` employ the calling worker.
  package func wait(at latch: Latch, answering employer: any Employer, for stay: WorkerStay) {
    let id = ObjectIdentifier(employer)
    while true {
      let standby = Standby(latch, employer, stay)
      // Listed first, checked afterwards: an operation that becomes next in between is not missed.
      bell.withLock { standbys[id, default: []].append(standby) }
      callStandby(for: employer)
      let isOpen = latch.wait { standby.isCalled.load(ordering: .acquiring) }
      bell.withLock {
        standbys[id]?.removeAll { $0 === standby }
        if standbys[id]?.isEmpty == true { standbys[id] = nil }
      }
      let isCalled = standby.isCalled.load(ordering: .acquiring)
      if isCalled && (isOpen || employer.employ(for: stay, sentBy: self)) { bring(to: employer) }
      if isOpen { return }
    }
  }

  package func callStandby(for employer: any Employer) {
    let id = ObjectIdentifier(employer)
    let candidates = bell.withLock { isExhausted ? standbys[id] ?? [] : [] }
    // Without the lock: the queue has its own.
    for standby in candidates.reversed() where standby.queue.hasNext(for: standby.stay) {
      let isCalled = bell.withLock {
        // The worker may have gone meanwhile, and the call, too.
        guard isExhausted, standbys[id]?.contains(where: { $0 === standby }) == true,
          calls.removeFirst(where: { $0 === employer }) != nil
        else { return false }
        standby.isCalled.store(true, ordering: .releasing)
        return true
      }
      if isCalled { return standby.latch.ring() }
    }
  }
}
