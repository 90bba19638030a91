// Exercise 16: try again, later each time
//
// A busy server is tried again after a second, then after two, then after four. Each try is an operation, and
// an operation runs once. A timekeeper counts the seconds, so that a test need not wait; cancel() interrupts
// a wait. You may add members, types and imports, and override other members of MiniOperation. Run the tests:
// swift run course check 16

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
  private let delays: [Duration]
  private let time: any Timekeeper
  private let makeAttempt: @Sendable (Int) -> Attempt
  // TODO: What must cancel() find here?

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
  public var result: Result<String, any Error>? {
    // TODO: Any thread may read it.
    nil
  }

  public override func main() {
    // TODO: Make an attempt and start it here. If it failed, wait so that cancel() can wake this thread.
  }

  public override func cancel() {
    super.cancel()
    // TODO: Is an attempt running, or does main wait?
  }
}
