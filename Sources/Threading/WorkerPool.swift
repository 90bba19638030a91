/// Threads that serve all queues, as many as are needed and no more.
///
/// A thread is started when a source asks for a worker and all of them are
/// busy. A worker without work sleeps, and leaves when it has not been needed for
/// a while. No worker spins, and none belongs to a queue: a hundred queues that
/// have nothing to do cost no thread.
package final class WorkerPool: Workers, @unchecked Sendable {
  // Unchecked: the variables are touched while `condition` is locked.

  /// The workers that queues use by default.
  package static let shared = WorkerPool()

  let condition = Condition(name: "worker pool", owner: .framework)
  /// Starts a thread; false when the system allows no more.
  package typealias Starter = @Sendable (_ name: String, _ body: @escaping @Sendable () -> Void) -> Bool

  private let wantedMaximum: Int
  /// How many threads there can be: fewer than wanted after the system has refused one.
  private var maximum: Int
  private let patience: Duration
  private let time: any Timekeeper
  private let startThread: Starter

  var calls = FIFO<any WorkSource>()
  private var threads = 0
  private var sleeping = 0
  private var started = 0
  /// The workers that wait for a source's work, and can answer its calls meanwhile.
  var waitingWorkers: [ObjectIdentifier: [WaitingWorker]] = [:]

  /// Makes a pool of at most `maximum` threads that leave after `patience` without work.
  package init(
    maximum: Int = 512, patience: Duration = .seconds(5), time: any Timekeeper = SystemTime(),
    startThread: @escaping Starter = { Threads.tryToStart(named: $0, $1) }
  ) {
    wantedMaximum = maximum
    self.maximum = maximum
    self.patience = patience
    self.time = time
    self.startThread = startThread
  }

  /// How many threads there are now, at work or asleep.
  package var threadCount: Int { condition.withLock { threads } }

  package func requestWorker(for source: any WorkSource) {
    enum Answer { case wokenThread, newThread(Int), noThread }
    let answer: Answer = condition.withLock {
      calls.append(source)
      if wakeSleeper() { return .wokenThread }
      guard threads < maximum else { return .noThread }
      threads += 1
      started += 1
      return .newThread(started)
    }
    switch answer {
    case .wokenThread: break
    case .newThread(let number):
      if !startThread("worker \(number)", { [self] in work() }) { useExistingThreads() }
    case .noThread: wakeWaitingWorker(for: source)
    }
  }

  /// Wakes a sleeper for the newest call, if one is left for it; called while `condition` is locked.
  private func wakeSleeper() -> Bool {
    // A sleeper that was woken for an earlier call is not there for this one.
    guard sleeping >= calls.count else { return false }
    condition.signal()
    return true
  }

  /// Lets the present threads answer the calls, because the system has refused to start another one.
  private func useExistingThreads() {
    let waiting = condition.withLock { () -> [any WorkSource] in
      threads -= 1
      precondition(
        threads > 0, "The system starts no thread, so no operation can run. Raise the limit of threads.")
      maximum = threads
      // All calls, not only the newest: a worker that began to wait meanwhile left its call to the thread
      // that was expected.
      return wakeSleeper() ? [] : (0..<calls.count).map { calls[$0] }
    }
    for source in waiting { wakeWaitingWorker(for: source) }
  }

  /// Whether there are more calls than sleepers, and no thread can be started; called while `condition` is
  /// locked.
  var isExhausted: Bool { threads == maximum && sleeping < calls.count }

  package var busyThreads: Int? { condition.withLock { isExhausted ? maximum : nil } }

  private func work() {
    ThreadLocals.current.pool = self
    // A schedule's thread may run another thread's work after this.
    defer { ThreadLocals.current.pool = nil }
    while let source = nextCall() {
      while source.runWork(for: .untilIdle, sentBy: self) {}
    }
  }

  /// Waits for a call; nil when none has come for so long that this worker leaves.
  private func nextCall() -> (any WorkSource)? {
    condition.withLock {
      var deadline: Duration?
      while calls.isEmpty {
        let end = deadline ?? time.now + patience
        deadline = end
        sleeping += 1
        let inTime = condition.wait(until: end, on: time)
        sleeping -= 1
        // The decision to leave and the count of threads change together, under
        // the lock: a call that comes now sees one thread less and starts another.
        if !inTime && calls.isEmpty {
          threads -= 1
          // The system may have room again.
          maximum = wantedMaximum
          return nil
        }
      }
      return calls.removeFirst()
    }
  }
}
