// Exercise 14: await an operation's value
//
// Wrong: a task that is told waits for the thread that cancels it, and that one for the lock.

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
        // Looked at and added in one: what is decided in between would never reach this waiter.
        let outcome = state.withLock { state -> Result<Int, any Error>? in
          switch state {
          case .pending(let waiters):
            state = .pending(waiters + [waiter])
            return nil
          case .decided(let outcome): return outcome
          }
        }
        if let outcome { waiter.resume(with: outcome) }
      }
    } onCancel: {
      // It needs no waiter, so it may as well come before there is one: who comes to wait finds it decided.
      cancel()
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
    state.withLock { state in
      guard case .pending(let waiters) = state else { return }
      state = .decided(outcome)
      for waiter in waiters { waiter.resume(with: outcome) }
    }
  }
}
