// Exercise 16: try again, later each time
//
// A busy server is tried again after a second, then after two, then after four. Each try is an operation, and
// an operation runs once. A timekeeper counts the seconds, so that a test need not wait for them; calling
// cancel() interrupts a wait. Run the tests: swift run course check 16

import MiniOperations
import Synchronization

/// One try: an operation, so it runs once.
public final class Attempt: MiniOperation, @unchecked Sendable {
  // Unchecked: `stored` has its own lock, the rest is constant.
  private let work: @Sendable (Attempt) throws -> String
  private let stored = Mutex<Result<String, any Error>?>(nil)

  /// The result of the work; nil until it has returned, and forever if the attempt was cancelled before its
  /// start.
  public var result: Result<String, any Error>? { stored.withLock { $0 } }

  /// Makes a try that runs `work`, which checks `isCancelled` at intervals.
  public init(_ work: @escaping @Sendable (Attempt) throws -> String) { self.work = work }

  public override func main() {
    let result = Result { try work(self) }
    stored.withLock { $0 = result }
  }
}

/// Tries until a try succeeds, with a delay after each failure, or until no delay is left.
public final class Retry: MiniOperation, @unchecked Sendable {
  // Unchecked: `current` and `outcome` are accessed while `condition` is locked; the rest is constant.
  private let delays: [Duration]
  private let time: any Timekeeper
  private let makeAttempt: @Sendable (Int) -> Attempt
  /// Signalled by `cancel`, and waited on between two tries.
  private let condition = Condition(name: "retry")
  private var current: Attempt?
  private var outcome: Result<String, any Error>?

  /// Makes an operation with at most one more try than delays; `makeAttempt` gets the number of the try, from
  /// 1.
  public init(
    delays: [Duration], on time: any Timekeeper = SystemTime(),
    makeAttempt: @escaping @Sendable (Int) -> Attempt
  ) {
    self.delays = delays
    self.time = time
    self.makeAttempt = makeAttempt
  }

  /// The first success, or the last failure; nil until then, and forever if it was cancelled before.
  public var result: Result<String, any Error>? { condition.withLock { outcome } }

  public override func main() {
    for number in 1...delays.count + 1 {
      // A new one each time: an operation that has finished does nothing when it is started again.
      guard run(makeAttempt(number), isLast: number > delays.count) else { return }
      guard wait(until: time.now + delays[number - 1]) else { return }
    }
  }

  /// Runs one try, which `cancel` finds in `current`; false if no other follows.
  private func run(_ attempt: Attempt, isLast: Bool) -> Bool {
    condition.withLock { current = attempt }
    defer { condition.withLock { current = nil } }
    // A cancel() before the attempt was stored is handled here; a later one finds it.
    if isCancelled { return false }
    attempt.start()
    guard let result = attempt.result else { return false }
    if case .failure = result, !isLast { return true }
    // Checked and stored in one step: after `cancel` has returned, the result does not change.
    condition.withLock { if !isCancelled { outcome = result } }
    return false
  }

  /// Waits until a deadline; false if it was cancelled.
  private func wait(until deadline: Duration) -> Bool {
    condition.withLock {
      while !isCancelled && time.wait(on: condition, until: deadline) {}
      return !isCancelled
    }
  }

  public override func cancel() {
    super.cancel()
    // Under the lock: a signal between the check of isCancelled and the wait would be lost.
    let running = condition.withLock {
      condition.broadcast()
      return current
    }
    running?.cancel()
  }
}
