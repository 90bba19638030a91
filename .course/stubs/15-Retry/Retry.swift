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
  private let delays: [Duration]
  private let time: any Timekeeper
  private let makeAttempt: @Sendable (Int) -> Attempt
  // TODO: What does a cancel have to know?

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
  public var result: Result<String, any Error>? {
    // TODO: Any thread may ask.
    nil
  }

  public override func main() {
    // TODO: Try, and start the attempt here. If it failed, wait, but so that a cancel can wake this thread.
  }

  public override func cancel() {
    super.cancel()
    // TODO: It may be trying, or it may be waiting.
  }
}
