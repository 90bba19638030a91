// Exercise 15: try again, later each time

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
  // Unchecked: `state` has its own lock, the rest is constant.
  private struct State {
    /// What a cancel has to do now: cancel a try, or wake a wait.
    var interrupt: (@Sendable () -> Void)?
    var result: Result<String, any Error>?
  }

  private let state = Mutex(State())
  private let delays: [Duration]
  private let time: any Timekeeper
  private let makeAttempt: @Sendable (Int) -> Attempt

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
  public var result: Result<String, any Error>? { state.withLock { $0.result } }

  public override func main() {
    var left = delays[...]
    var number = 1
    while let end = run(makeAttempt(number), isLast: left.isEmpty), let delay = left.popFirst() {
      let alarm = Alarm()
      interruptibly({ alarm.ring() }) { alarm.wait(until: end + delay, on: time) }
      if isCancelled { return }
      number += 1
    }
  }

  /// Runs one try, of which nothing is held when this method has returned; returns when it ended, if it was in vain.
  private func run(_ attempt: Attempt, isLast: Bool) -> Duration? {
    interruptibly({ attempt.cancel() }) { attempt.start() }
    let end = time.now
    guard let result = attempt.result else { return nil }
    if case .failure = result, !isLast { return end }
    state.withLock { if !isCancelled { $0.result = result } }
    return nil
  }

  /// Runs `body`, which `interrupt` brings to an early end.
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
  // Unchecked: `hasRung` is touched while `condition` is locked.
  private let condition = Condition(name: "alarm")
  private var hasRung = false

  func ring() {
    condition.withLock {
      hasRung = true
      condition.broadcast()
    }
  }

  func wait(until deadline: Duration, on time: any Timekeeper) {
    condition.withLock {
      while !hasRung && time.wait(on: condition, until: deadline) {}
    }
  }
}
