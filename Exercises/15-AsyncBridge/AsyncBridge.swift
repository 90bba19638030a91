// Exercise 15: await an operation's value
//
// Half of a program uses operations, the other half tasks. A task needs the value of an operation and writes
// `try await calculation.value()`. It gets the value or the error. If the operation is cancelled, the task
// gets a `CancellationError`; if the task is cancelled, so is the operation. While it waits, it blocks no
// thread. You may add members, types and imports, and override other members of MiniOperation. Run the tests:
// swift run course check 15

import MiniOperations

/// An operation that calculates a number, which tasks can await.
public final class Calculation: MiniOperation, @unchecked Sendable {
  private let work: @Sendable () throws -> Int
  // TODO: Where is the outcome stored, and where are the tasks that wait for it?

  /// Makes an operation that runs `work`.
  public init(_ work: @escaping @Sendable () throws -> Int) { self.work = work }

  /// The value of `work`; throws its error, or `CancellationError` if the operation was cancelled before.
  ///
  /// The first event decides: the return of `work`, or `cancel()`. All callers get the same outcome, early or
  /// late. Cancelling a task that waits cancels the operation.
  public func value() async throws -> Int {
    // TODO: There may be an outcome already. If not, another thread may be about to store it.
    throw NotYet()
  }

  public override func main() {
    // TODO: Run the work. Its value or its error is the outcome, unless there is one already.
  }

  public override func cancel() {
    super.cancel()
    // TODO: The waiting tasks resume at once, even if the operation is never started.
  }
}

private struct NotYet: Error {}
