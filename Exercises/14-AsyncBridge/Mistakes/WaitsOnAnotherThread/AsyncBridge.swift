// Exercise 14: await an operation's value
//
// Wrong: the task does not keep its thread, but one of somebody else's.

import Dispatch
import MiniOperations
import Synchronization

/// An operation that calculates a number, which tasks can await.
public final class Calculation: MiniOperation, @unchecked Sendable {
  // Unchecked: `state` has its own lock, the rest is constant.

  private typealias Waiter = CheckedContinuation<Int, any Error>

  /// Either somebody may still wait, or there is something to be had: never both.
  private enum State {
    case pending([Waiter])
    case decided(Result<Int, any Error>)
  }

  private let state = Mutex(State.pending([]))
  private let work: @Sendable () throws -> Int

  /// Makes an operation that runs `work`.
  public init(_ work: @escaping @Sendable () throws -> Int) { self.work = work }

  /// What `work` has made; throws its error, or `CancellationError` when the operation was cancelled first.
  ///
  /// Whatever comes first decides, and all who ask hear the same, also later. To cancel a task that waits
  /// here is to cancel the operation.
  public func value() async throws -> Int {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { waiter in
        DispatchQueue.global().async { waiter.resume(with: self.waitForOutcome()) }
      }
    } onCancel: {
      // It needs no waiter, so it may as well come before there is one: who comes to wait finds it decided.
      cancel()
    }
  }

  private let decided = Condition(name: "decided")

  private func waitForOutcome() -> Result<Int, any Error> {
    decided.withLock {
      while true {
        if case .decided(let outcome) = state.withLock({ $0 }) { return outcome }
        decided.wait()
      }
    }
  }

  public override func main() { decide(Result { try work() }) }

  public override func cancel() {
    super.cancel()
    // Refused when the operation has ended before: then there is an outcome.
    if isCancelled { decide(.failure(CancellationError())) }
  }

  /// Makes this the outcome, unless there is one, and tells it to all who wait.
  private func decide(_ outcome: Result<Int, any Error>) {
    // Taken out together with the decision, so nobody is resumed twice.
    let waiters = state.withLock { state -> [Waiter] in
      guard case .pending(let waiters) = state else { return [] }
      state = .decided(outcome)
      return waiters
    }
    for waiter in waiters { waiter.resume(with: outcome) }
    decided.withLock { decided.broadcast() }
  }
}
