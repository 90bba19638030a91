/// Threads that serve all queues, as many as are needed and no more.
///
/// A thread is started when an employer asks for a worker and all of them are
/// busy. A worker without work sleeps, and leaves when it has not been needed for
/// a while. No worker spins, and none belongs to a queue: a hundred queues that
/// have nothing to do cost no thread.
package final class WorkerPool: Workers, @unchecked Sendable {
  // Unchecked: the variables are touched while `bell` is locked.

  /// The workers that queues use unless they are told otherwise.
  package static let shared = WorkerPool()

  let bell = Condition(name: "worker pool", owner: .framework)
  private let maximum: Int
  private let patience: Duration
  private let time: any Timekeeper

  var calls = FIFO<any Employer>()
  private var threads = 0
  private var sleeping = 0
  private var started = 0
  /// The workers that wait for an employer's work, and can answer its calls meanwhile.
  var standbys: [ObjectIdentifier: [Standby]] = [:]

  /// Makes a pool of at most `maximum` threads that leave after `patience` without work.
  package init(maximum: Int = 512, patience: Duration = .seconds(5), time: any Timekeeper = SystemTime()) {
    self.maximum = maximum
    self.patience = patience
    self.time = time
  }

  /// How many threads there are now, at work or asleep.
  package var threadCount: Int { bell.withLock { threads } }

  package func bring(to employer: any Employer) { bring(to: employer, asking: .allStandbys) }

  func bring(to employer: any Employer, asking candidates: StandbyChoice) {
    enum Answer { case sleeper, newcomer(Int), standby(Standby), later }
    let answer: Answer = bell.withLock {
      calls.append(employer)
      // A sleeper that was rung for an earlier call is not there for this one.
      if sleeping >= calls.count {
        bell.signal()
        return .sleeper
      }
      if threads < maximum {
        threads += 1
        started += 1
        return .newcomer(started)
      }
      return takeStandby(for: employer, among: candidates).map { .standby($0) } ?? .later
    }
    switch answer {
    case .newcomer(let number): Threads.start(named: "worker \(number)") { [self] in work() }
    case .standby(let standby): standby.latch.ring()
    case .sleeper, .later: break
    }
  }

  /// Whether there are more calls than sleepers, and no thread can be started; asked while `bell` is locked.
  var isExhausted: Bool { threads == maximum && sleeping < calls.count }

  package var busyThreads: Int? { bell.withLock { isExhausted ? maximum : nil } }

  private func work() {
    ThreadContext.current.pool = self
    while let employer = nextCall() {
      while employer.employ(for: .untilIdle, sentBy: self) {}
    }
  }

  /// Waits for a call; nil when none has come for so long that this worker leaves.
  private func nextCall() -> (any Employer)? {
    bell.withLock {
      let deadline = time.now + patience
      while calls.isEmpty {
        sleeping += 1
        let inTime = bell.wait(until: deadline, on: time)
        sleeping -= 1
        // The decision to leave and the count of threads change together, under
        // the lock: a call that comes now sees one thread less and starts another.
        if !inTime && calls.isEmpty {
          threads -= 1
          return nil
        }
      }
      return calls.removeFirst()
    }
  }
}
