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
  static let deepestWait = 64

  /// A worker that waits at a latch and can answer calls of one employer.
  final class Standby: Sendable {
    let latch: Latch
    let stay: WorkerStay
    let isCalled = Atomic(false)

    init(_ latch: Latch, _ stay: WorkerStay) {
      self.latch = latch
      self.stay = stay
    }

    var takesAny: Bool { if case .only = stay { false } else { true } }
  }

  /// Which of the waiting workers may get a call.
  enum StandbyChoice {
    case allStandbys
    /// Not those that wait for one operation: one of them returns the call because it was not next.
    case thoseThatTakeAny
  }

  /// Finds a worker that waits for `employer`, and gives it a call; called while `bell` is locked.
  func takeStandby(for employer: any Employer, among candidates: StandbyChoice) -> Standby? {
    let id = ObjectIdentifier(employer)
    let found = standbys[id]?.lastIndex { candidates == .allStandbys || $0.takesAny }
    guard let found, calls.removeFirst(where: { $0 === employer }) != nil else { return nil }
    let standby = standbys[id]!.remove(at: found)
    standby.isCalled.store(true, ordering: .releasing)
    return standby
  }

  /// Waits at `latch`; while all threads are busy, lets `employer` employ the calling worker.
  fileprivate func wait(at latch: Latch, answering employer: MiniOperationQueue, for stay: WorkerStay) {
    let id = ObjectIdentifier(employer)
    if case .only = stay { employer.workersForOne.add(1, ordering: .sequentiallyConsistent) }
    defer { if case .only = stay { employer.workersForOne.subtract(1, ordering: .sequentiallyConsistent) } }
    while true {
      let standby = Standby(latch, stay)
      // Listed first, checked afterwards: an operation that becomes next in between is not missed.
      bell.withLock { standbys[id, default: []].append(standby) }
      if employer.hasNext(for: stay) { bell.withLock { _ = takeCall(of: employer, by: standby) } }
      let isOpen = latch.wait { standby.isCalled.load(ordering: .acquiring) }
      bell.withLock {
        standbys[id]?.removeAll { $0 === standby }
        if standbys[id]?.isEmpty == true { standbys[id] = nil }
      }
      let isCalled = standby.isCalled.load(ordering: .acquiring)
      if isCalled && (isOpen || employer.employ(for: stay, sentBy: self)) {
        bring(to: employer, asking: isOpen || standby.takesAny ? .allStandbys : .thoseThatTakeAny)
        // Returned because it was not next: what is next may be what another worker waits for.
        lookAgain(for: employer)
      }
      if isOpen { return }
    }
  }

  /// Gives a call of `employer` that waits to a worker that waits for its next operation and nothing else.
  ///
  /// Such a worker has looked before, when another operation was next.
  func lookAgain(for employer: MiniOperationQueue) {
    let id = ObjectIdentifier(employer)
    let candidates = bell.withLock { isExhausted ? standbys[id] ?? [] : [] }
    guard let standby = candidates.last(where: { !$0.takesAny && employer.hasNext(for: $0.stay) }) else {
      return
    }
    let isCalled = bell.withLock {
      // It may have gone meanwhile, and the call, too.
      guard let place = standbys[id]?.firstIndex(where: { $0 === standby }) else { return false }
      guard takeCall(of: employer, by: standby) else { return false }
      standbys[id]!.remove(at: place)
      return true
    }
    if isCalled { standby.latch.ring() }
  }

  /// Gives `standby` a call of `employer` that has come when all threads were busy, if there is one; called while
  /// `bell` is locked.
  private func takeCall(of employer: any Employer, by standby: Standby) -> Bool {
    guard isExhausted, calls.removeFirst(where: { $0 === employer }) != nil else { return false }
    standby.isCalled.store(true, ordering: .releasing)
    return true
  }
}

extension MiniOperationQueue {
  /// Lets its pool look for a worker that waits for the next operation.
  final func lookAgain() { (withState { $0.workers } as? WorkerPool)?.lookAgain(for: self) }
}

extension ThreadContext {
  /// Waits at `latch` for the end of `operation` or, without one, of all operations of `queue`.
  func wait(at latch: Latch, of queue: MiniOperationQueue?, for operation: MiniOperation? = nil) {
    guard let pool, let queue, waitDepth < WorkerPool.deepestWait, queue.isServed(by: pool) else {
      return latch.wait()
    }
    let quality = quality
    waitDepth += 1
    pool.wait(at: latch, answering: queue, for: operation.map { .only($0) } ?? .onePiece)
    waitDepth -= 1
    setQuality(quality)
  }
}
