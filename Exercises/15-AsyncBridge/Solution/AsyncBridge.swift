// Exercise 15: await an operation's value
//
// Half of a program uses operations, the other half tasks. A task needs the value of an operation and writes
// `try await calculation.value()`. It gets the value or the error. If the operation is cancelled, the task
// gets that error; if the task is cancelled, so is the operation. While it waits, it blocks no thread.
//
// Run the tests: swift run course check 15

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

  /// The value of `work`; throws its error, or `CancellationError` if the operation was cancelled before.
  ///
  /// The first event decides: the return of `work`, or `cancel()`. All callers get the same outcome, early or
  /// late. Cancelling a task that waits cancels the operation.
  public func value() async throws -> Int {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { waiter in
        // Checked and added in one step: an outcome that is stored in between would never reach this waiter.
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
      // It may be called before there is a continuation: a later one finds the outcome.
      cancel()
    }
  }

  public override func main() { decide(Result { try work() }) }

  public override func cancel() {
    super.cancel()
    // False if the operation had finished before: then there is an outcome.
    if isCancelled { decide(.failure(CancellationError())) }
  }

  /// Stores the outcome, unless there is one, and resumes the waiting tasks.
  private func decide(_ outcome: Result<Int, any Error>) {
    // Taken out in the same step, so no task is resumed twice.
    let waiters = state.withLock { state -> [Waiter] in
      guard case .pending(let waiters) = state else { return [] }
      state = .decided(outcome)
      return waiters
    }
    for waiter in waiters { waiter.resume(with: outcome) }
  }
}
