// Exercise 16: try again, later each time

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
  // Unchecked: `state` has its own lock, the rest is constant.
  private struct State {
    /// The task of `cancel` at this time: to cancel a try, or to end a wait.
    var interrupt: (@Sendable () -> Void)?
    var result: Result<String, any Error>?
  }

  private let state = Mutex(State())
  private let delays: [Duration]
  private let time: any Timekeeper
  private let makeAttempt: @Sendable (Int) -> Attempt

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
  public var result: Result<String, any Error>? { state.withLock { $0.result } }

  public override func main() {
    var left = delays[...]
    var number = 1
    while run(makeAttempt(number), isLast: left.isEmpty), let delay = left.popFirst() {
      let (alarm, deadline) = (Alarm(), time.now + delay)
      interruptibly({ alarm.signal() }) { alarm.wait(until: deadline, on: time) }
      if isCancelled { return }
      number += 1
    }
  }

  /// Runs one try; whether another one must follow.
  private func run(_ attempt: Attempt, isLast: Bool) -> Bool {
    interruptibly({ attempt.cancel() }) { attempt.start() }
    guard let result = attempt.result else { return false }
    if case .failure = result, !isLast { return true }
    state.withLock { if !isCancelled { $0.result = result } }
    return false
  }

  /// Runs `body`, which `interrupt` makes return early.
  private func interruptibly(_ interrupt: @escaping @Sendable () -> Void, _ body: () -> Void) {
    state.withLock { $0.interrupt = interrupt }
    if isCancelled { interrupt() }
    body()
    state.withLock { $0.interrupt = nil }
  }

  public override func cancel() {
    super.cancel()
    state.withLock { $0.interrupt }?()
  }
}

/// A wait that can be ended early, also before it begins.
private final class Alarm: @unchecked Sendable {
  // Unchecked: `isOver` is accessed while `condition` is locked.
  private let condition = Condition(name: "alarm")
  private var isOver = false

  func signal() {
    condition.withLock {
      isOver = true
      condition.broadcast()
    }
  }

  func wait(until deadline: Duration, on time: any Timekeeper) {
    condition.withLock {
      while !isOver && time.wait(on: condition, until: deadline) {}
    }
  }
}
