import Dispatch
import Foundation

/// One thread that sleeps until an operation has finished or a queue is empty; stall reports name it.
struct Wait: Sendable {
  /// What the thread waits for.
  enum Goal: Sendable {
    case end(of: MiniOperation)
    case empty(MiniOperationQueue)
  }

  let goal: Goal
  /// The operation that runs on the thread; identity only.
  let waiter: ObjectIdentifier?
  /// The thread; identity only.
  let thread: ObjectIdentifier
  /// Whether it is the main thread, or the one that runs the main dispatch queue for it.
  let isMainThread: Bool
  /// The pool whose worker waits; identity only.
  let pool: ObjectIdentifier?

  private static let mainQueueMark: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  private static let current = ProcessWide((last: 0, waits: [Int: Wait]()))

  /// The waits at this moment that `matters` chooses by their identities, in the order in which they began.
  ///
  /// A copy retains what is waited for, so it has no others: an exploration must not find its objects
  /// retained by a report that another thread of the program makes.
  static func all(where matters: (Wait) -> Bool) -> [Wait] {
    current.withLock { $0.waits.filter { matters($0.value) } }.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Runs `body`, in which the calling thread waits for `goal`.
  static func record(_ goal: Goal, on context: ThreadContext, _ body: () -> Void) {
    let wait = Wait(
      goal: goal, waiter: context.running.operation, thread: ObjectIdentifier(context),
      isMainThread: Thread.isMainThread || DispatchQueue.getSpecific(key: mainQueueMark) == true,
      pool: ThreadLocals.current.pool.map(ObjectIdentifier.init))
    let number = current.withLock { current in
      current.last += 1
      current.waits[current.last] = wait
      return current.last
    }
    body()
    // Released after unlocking: it may hold the last reference to an operation.
    let former = current.withLock { $0.waits.removeValue(forKey: number) }
    withExtendedLifetime(former) {}
  }
}

extension MiniOperation {
  final func waitForFinish() {
    if ThreadContext.current.runs(self) && !isFinished { return Misuse.waitsForItself(self).report() }
    let (latch, queue) = withState { state -> (Latch?, MiniOperationQueue?) in
      if state.lifecycle.isFinished { return (nil, nil) }
      if let latch = state.node?.latch { return (latch, state.queue) }
      // Not `label`, which would read the state while it is being changed.
      let latch = Latch(name: "end of \(state.name ?? "\(type(of: self))")")
      state.makeNode().latch = latch
      return (latch, state.queue)
    }
    if let latch { ThreadContext.current.wait(at: latch, for: self, of: queue) }
  }
}

extension MiniOperationQueue {
  final func waitUntilEmpty() {
    while true {
      let latch = withState { state -> Latch? in
        if state.schedule.isEmpty { return nil }
        let latch = state.idle ?? Latch(name: "end of the queue")
        state.idle = latch
        return latch
      }
      guard let latch else { return }
      ThreadContext.current.wait(at: latch, for: self)
    }
  }
}

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
