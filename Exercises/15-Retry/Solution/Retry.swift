// Exercise 15: try again, later each time
//
// A server that is busy is asked again after a second, then after two, then after four. Each try is an
// operation, and operations run once. The seconds are counted by a timekeeper, so that a test need not wait
// for them, and neither does a cancel. Tried with: swift test --filter Exercise15

import MiniOperations
import Synchronization

/// One try: an operation like any other, so it runs once.
public final class Attempt: MiniOperation, @unchecked Sendable {
  // Unchecked: `stored` has its own lock, the rest is constant.
  private let work: @Sendable (Attempt) throws -> String
  private let stored = Mutex<Result<String, any Error>?>(nil)

  /// The result of the work; nil until then, and forever when it was cancelled before its start.
  public var result: Result<String, any Error>? { stored.withLock { $0 } }

  /// Makes a try that runs `work`, which checks `isCancelled` now and then.
  public init(_ work: @escaping @Sendable (Attempt) throws -> String) { self.work = work }

  public override func main() {
    let result = Result { try work(self) }
    stored.withLock { $0 = result }
  }
}

/// Tries until it works, with a delay after each failure, or until there are no delays left.
public final class Retry: MiniOperation, @unchecked Sendable {
  // Unchecked: `current` and `outcome` are touched while `bell` is locked; the rest is constant.
  private let delays: [Duration]
  private let time: any Timekeeper
  private let makeAttempt: @Sendable (Int) -> Attempt
  /// Rung by a cancel, and waited for between two tries.
  private let bell = Condition(name: "retry")
  private var current: Attempt?
  private var outcome: Result<String, any Error>?

  /// Makes an operation that tries once more than there are delays; `makeAttempt` gets the number, from 1.
  public init(
    delays: [Duration], on time: any Timekeeper = SystemTime(),
    makeAttempt: @escaping @Sendable (Int) -> Attempt
  ) {
    self.delays = delays
    self.time = time
    self.makeAttempt = makeAttempt
  }

  /// The first success or else the last failure; nil until then, and forever when it was cancelled first.
  public var result: Result<String, any Error>? { bell.withLock { outcome } }

  public override func main() {
    for number in 1...delays.count + 1 {
      // A new one each time: an operation that has run does not run again, and reports no error.
      guard let end = run(makeAttempt(number), isLast: number > delays.count) else { return }
      guard wait(until: end + delays[number - 1]) else { return }
    }
  }

  /// Runs one try where a cancel can reach it; returns when it ended, nil when none comes after it.
  ///
  /// Only the time is returned: nothing else of a try that has failed is kept until the next one.
  private func run(_ attempt: Attempt, isLast: Bool) -> Duration? {
    bell.withLock { current = attempt }
    defer { bell.withLock { current = nil } }
    // A cancel that came before the attempt could be reached is handled here.
    if isCancelled { return nil }
    attempt.start()
    // Read before the attempt is released, which takes as long as its objects need.
    let end = time.now
    guard let result = attempt.result else { return nil }
    if case .failure = result, !isLast { return end }
    // Checked and stored as one: what `result` says when `cancel` has returned, it says in the end.
    bell.withLock { if !isCancelled { outcome = result } }
    return nil
  }

  /// Waits until a deadline; false when the wait was cut short by a cancel.
  private func wait(until deadline: Duration) -> Bool {
    bell.withLock {
      while !isCancelled && time.wait(on: bell, until: deadline) {}
      return !isCancelled
    }
  }

  public override func cancel() {
    super.cancel()
    // With the lock: otherwise it could ring between the check of isCancelled and the wait, and be lost.
    let running = bell.withLock {
      bell.broadcast()
      return current
    }
    running?.cancel()
  }
}
