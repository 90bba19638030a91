// Exercise 14: await an operation's value
//
// Half of a program is made of operations, the other half of tasks. A task wants the value of an operation
// and writes `try await calculation.value()`. It gets the value, or the error; and when either side is
// cancelled, so is the other. While it waits it blocks no thread.
//
// Tried with: swift test --filter Exercise14

import MiniOperations
import Synchronization

/// An operation that calculates a number, which tasks can await.
public final class Calculation: MiniOperation, @unchecked Sendable {
  // Unchecked: `state` has its own lock, the rest is constant.

  private typealias Waiter = CheckedContinuation<Int, any Error>

  /// Either tasks may wait, or there is an outcome: never both.
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
  /// The first event decides, and all callers get the same outcome, even late ones. Cancelling a waiting task
  /// cancels the operation.
  public func value() async throws -> Int {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { waiter in
        // Checked and added in one step: an outcome decided in between would never reach this waiter.
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
      // It needs no waiter, so it may come before there is one: a later waiter finds the outcome.
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
    // Taken out together with the decision, so no task is resumed twice.
    let waiters = state.withLock { state -> [Waiter] in
      guard case .pending(let waiters) = state else { return [] }
      state = .decided(outcome)
      return waiters
    }
    for waiter in waiters { waiter.resume(with: outcome) }
  }
}
