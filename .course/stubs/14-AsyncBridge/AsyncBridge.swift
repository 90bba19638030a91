// Exercise 14: await an operation's value
//
// Half of a program is made of operations, the other half of tasks. A task wants the value of an operation
// and writes `try await calculation.value()`. It gets the value, or the error; and when either side is
// cancelled, so is the other. While it waits it blocks no thread.
//
// Tried with: swift test --filter Exercise14

import MiniOperations

/// An operation that calculates a number, which tasks can await.
public final class Calculation: MiniOperation, @unchecked Sendable {
  private let work: @Sendable () throws -> Int
  // TODO: Where does the outcome live, and where do the tasks that came before it wait?

  /// Makes an operation that runs `work`.
  public init(_ work: @escaping @Sendable () throws -> Int) { self.work = work }

  /// What `work` has made; throws its error, or `CancellationError` when the operation was cancelled first.
  ///
  /// The first event decides, and all callers get the same outcome, even late ones. Cancelling a waiting task
  /// cancels the operation.
  public func value() async throws -> Int {
    // TODO: There may be an outcome already. If not, it comes later, perhaps at this very moment.
    throw NotYet()
  }

  public override func main() {
    // TODO: Run the work. Its value or its error is the outcome, unless there is one.
  }

  public override func cancel() {
    super.cancel()
    // TODO: A waiting task gets it at once, even if the operation is never started.
  }
}

private struct NotYet: Error {}
