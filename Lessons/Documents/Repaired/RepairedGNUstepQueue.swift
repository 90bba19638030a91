import MiniOperations

extension Repaired {
  /// ``Documents/GNUstepQueue`` without its traps: it observes, then checks, and calls nothing under a lock.
  public final class GNUstepQueue: @unchecked Sendable {
    // Unchecked: the first group of variables is touched under `lock`, the second under `cond`.
    private let lock = RecursiveLock(name: "queue lock")
    private var allOperations: [MiniOperation] = []
    private var waiting: [MiniOperation] = []
    private var running: [MiniOperation] = []
    private var limit: Int
    private var observations: [ObjectIdentifier: [MiniObservation]] = [:]

    private let cond = Condition(name: "pool")
    private var starting: [MiniOperation] = []
    private var threadCount = 0
    private var idleCount = 0

    private let time: any Timekeeper

    /// Creates a queue that runs `limit` operations at a time, and measures its waits by `time`.
    public init(limit: Int = Documents.GNUstepQueue.pool, time: any Timekeeper = SystemTime()) {
      self.limit = limit
      self.time = time
    }

    /// The operations that have not finished.
    public var operations: [MiniOperation] { lock.withLock { allOperations } }

    /// How many operations run at the same time.
    public var maxConcurrentOperationCount: Int {
      get { lock.withLock { limit } }
      set {
        lock.withLock { limit = newValue }
        execute()
      }
    }

    /// Adds an operation, begins to observe it, and then reads its state.
    public func addOperation(_ op: MiniOperation) {
      lock.withLock { allOperations.append(op) }
      let hear: @Sendable (MiniOperation) -> Void = { [weak self] in self?.look(at: $0) }
      // T21: to both, and from the beginning.
      let both = [
        op.observe(\.isReady) { op, _ in hear(op) }, op.observe(\.isFinished) { op, _ in hear(op) },
      ]
      lock.withLock { observations[ObjectIdentifier(op)] = both }
      look(at: op)
    }

    /// Updates the queue's lists from the operation's present state.
    private func look(at op: MiniOperation) {
      // T21: its properties count, not which announcement came, and a slot is freed once.
      let (isFinished, isReady) = (op.isFinished, op.isReady)
      let over = lock.withLock { () -> [MiniObservation]? in
        if isFinished {
          allOperations.removeAll { $0 === op }
          waiting.removeAll { $0 === op }
          running.removeAll { $0 === op }
          return observations.removeValue(forKey: ObjectIdentifier(op))
        }
        let isNew = allOperations.contains { $0 === op } && !(waiting + running).contains { $0 === op }
        if isReady && isNew { waiting.append(op) }
        // T20: one lock and one end of it, whatever was found.
        return nil
      }
      over?.forEach { $0.invalidate() }
      execute()
    }

    /// Starts what may be started.
    private func execute() {
      while let op = takeNext() {
        // T23: on the pool, whatever its `isConcurrent` returns, and without the lock.
        handToPool(op)
      }
    }

    private func takeNext() -> MiniOperation? {
      lock.withLock {
        guard running.count < limit, !waiting.isEmpty else { return nil }
        running.append(waiting.removeFirst())
        return running.last
      }
    }

    // T22: a thread counts as free when it waits, and each of those takes one.
    // snippet: repairedPool
    private func handToPool(_ op: MiniOperation) {
      cond.withLock {
        starting.append(op)
        if starting.count > idleCount && threadCount < Documents.GNUstepQueue.pool {
          threadCount += 1
          Threads.start(named: "pool \(threadCount)") { [self] in work() }
        }
        cond.signal()
      }
    }
    // end

    private func work() {
      while let op = nextToStart() {
        op.start()
        // One that finished before it was started, or without a word, is not waited for.
        look(at: op)
      }
    }

    private func nextToStart() -> MiniOperation? {
      cond.withLock {
        let deadline = time.now + Documents.GNUstepQueue.patience
        while starting.isEmpty {
          idleCount += 1
          let isInTime = cond.wait(until: deadline, on: time)
          idleCount -= 1
          if !isInTime && starting.isEmpty {
            threadCount -= 1
            return nil
          }
        }
        return starting.removeFirst()
      }
    }
  }
}
