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
  // TODO: Where does the outcome live, and where do those who came before it?

  /// Makes an operation that runs `work`.
  public init(_ work: @escaping @Sendable () throws -> Int) { self.work = work }

  /// What `work` has made; throws its error, or `CancellationError` when the operation was cancelled first.
  ///
  /// Whatever comes first decides, and all who ask hear the same, also later. To cancel a task that waits
  /// here is to cancel the operation.
  public func value() async throws -> Int {
    // TODO: There may be an outcome already. If not, it comes later, perhaps at this very moment.
    throw NotYet()
  }

  public override func main() {
    // TODO: Run the work. Its value or its error is the outcome, unless there is one.
  }

  public override func cancel() {
    super.cancel()
    // TODO: Who waits hears of it at once, even if nobody ever starts the operation.
  }
}

private struct NotYet: Error {}
