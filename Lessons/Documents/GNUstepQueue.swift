import MiniOperations

/// The queue that "简单实现一个并发的NSOperation" (2017-03-25) walks through: GNUstep's, as it stood until July 2016.
///
/// It knows about its operations what every observer knows, and nothing more. Different from the document:
/// - only operations can be passed, so nothing is checked and no exception raised;
/// - an announcement goes to one closure, because this framework observes its own queue and no other class;
/// - the first half of `_execute`, and `_thread`, are left out there. They are filled in after GNUstep's
///   source, as it was until commit 9188a050e of July 2016, which mended T20 (the condition of T22 stayed
///   until commit 41d948b5b of January 2024); suspension, priorities and exceptions are left out;
/// - the threads of the pool call `start`, as the document sums up (line 137); GNUstep's called `main`;
/// - a condition without a number wakes the pool, where the document unlocks one "with condition 1".
///
/// Its traps: `observeValue` has no third branch, so the lock is never released (T20). `execute` observes
/// `isFinished` too late (T21), and calls `start` with the queue's lock held (T23). `handToPool` takes a busy
/// thread for an idle one (T22). GNUstep repaired T20 in 2016, before the document was written, and T22 in
/// 2024.
public final class GNUstepQueue: @unchecked Sendable {
  // Unchecked: the first group of variables is touched under `lock`, the second under `cond`.

  /// How many threads there are at most.
  public static let pool = 8
  /// How long a thread waits for work before it ends.
  public static let patience = Duration.seconds(5)

  private let lock = RecursiveLock(name: "queue lock")
  private var allOperations: [MiniOperation] = []
  private var waiting: [MiniOperation] = []
  private var executing = 0
  private var limit: Int
  private var readyObservations: [ObjectIdentifier: MiniObservation] = [:]
  private var finishedObservations: [ObjectIdentifier: MiniObservation] = [:]

  private let cond = Condition(name: "pool")
  private var starting: [MiniOperation] = []
  private var threadCount = 0

  private let time: any Timekeeper
  private let announce: @Sendable (_ key: String, _ isPrior: Bool, _ count: Int) -> Void

  /// Creates a queue that runs `limit` operations at a time, and measures its waits by `time`.
  ///
  /// `announce` is called before and after a change, with the key and with the number of operations.
  public init(
    limit: Int = GNUstepQueue.pool, time: any Timekeeper = SystemTime(),
    announce: @escaping @Sendable (_ key: String, _ isPrior: Bool, _ count: Int) -> Void = { _, _, _ in }
  ) {
    self.limit = limit
    self.time = time
    self.announce = announce
  }

  /// The operations that have not finished, as far as the queue has been notified.
  public var operations: [MiniOperation] { lock.withLock { allOperations } }

  /// How many operations run at the same time.
  public var maxConcurrentOperationCount: Int {
    get { lock.withLock { limit } }
    set {
      lock.withLock { limit = newValue }
      execute()
    }
  }

  /// Adds an operation, and begins to observe its readiness.
  public func addOperation(_ op: MiniOperation) {
    lock.lock()
    if !allOperations.contains(where: { $0 === op }) && !op.isFinished {
      readyObservations[ObjectIdentifier(op)] = op.observe(\.isReady) { [weak self] op, _ in
        self?.observeValue("isReady", of: op)
      }
      // Announced with the lock held, unlike below: an observer that waits for another thread may wait
      // forever.
      willChange(allOperations.count)
      allOperations.append(op)
      didChange(allOperations.count)
      if op.isReady { observeValue("isReady", of: op) }
    }
    lock.unlock()
  }

  // snippet: observed
  /// Called when an operation has announced a change; its properties count, not the key.
  private func observeValue(_ keyPath: String, of op: MiniOperation) {
    lock.lock()
    if op.isFinished {
      executing -= 1
      finishedObservations.removeValue(forKey: ObjectIdentifier(op))?.invalidate()
      let count = allOperations.count
      lock.unlock()
      remove(op, from: count)
    } else if op.isReady {
      readyObservations.removeValue(forKey: ObjectIdentifier(op))?.invalidate()
      waiting.append(op)
      lock.unlock()
    }
    execute()
  }
  // end

  /// Removes a finished operation from the list of `count`, and announces that.
  private func remove(_ op: MiniOperation, from count: Int) {
    willChange(count)
    lock.lock()
    allOperations.removeAll { $0 === op }
    let after = allOperations.count
    lock.unlock()
    didChange(after)
  }

  private func willChange(_ count: Int) {
    announce("operations", true, count)
    announce("operationCount", true, count)
  }

  private func didChange(_ count: Int) {
    announce("operationCount", false, count)
    announce("operations", false, count)
  }

  // snippet: executed
  /// Starts what may be started.
  private func execute() {
    lock.lock()
    while executing < limit && !waiting.isEmpty {
      let op = waiting.removeFirst()
      finishedObservations[ObjectIdentifier(op)] = op.observe(\.isFinished) { [weak self] op, _ in
        self?.observeValue("isFinished", of: op)
      }
      executing += 1
      if op.isConcurrent {
        op.start()
      } else {
        handToPool(op)
      }
    }
    lock.unlock()
  }
  // end

  // snippet: handToPool
  private func handToPool(_ op: MiniOperation) {
    cond.lock()
    let pending = starting.count
    starting.append(op)
    if threadCount == 0 || (pending > 0 && threadCount < GNUstepQueue.pool) {
      threadCount += 1
      Threads.start(named: "pool \(threadCount)") { [self] in work() }
    }
    cond.signal()
    cond.unlock()
  }
  // end

  /// What each thread of the pool does: start one operation after the other, until no more come.
  private func work() {
    while let op = nextToStart() { op.start() }
  }

  private func nextToStart() -> MiniOperation? {
    cond.withLock {
      let deadline = time.now + GNUstepQueue.patience
      while starting.isEmpty {
        if !cond.wait(until: deadline, on: time) && starting.isEmpty {
          threadCount -= 1
          return nil
        }
      }
      return starting.removeFirst()
    }
  }
}
