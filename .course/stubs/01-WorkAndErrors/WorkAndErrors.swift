// Exercise 01: work and errors
//
// A till keeps receipts, one amount per line. An operation reads one and adds it up. The paper may be
// missing, a line may be smudged, a sum may be too large: `main` cannot throw, and still no caller may wait
// for an outcome that never comes. Tried with: swift test --filter Exercise01

import MiniOperations

/// What can be wrong with a receipt; lines are counted from 1.
public enum ReceiptError: Error, Equatable {
  /// This line is no whole number.
  case notAnAmount(line: Int, text: String)
  /// With this line the sum becomes too large, or too small, for an `Int`.
  case tooMuch(line: Int)
}

/// Reads a receipt and adds it up.
public final class AddUp: MiniOperation, @unchecked Sendable {
  private let read: @Sendable () throws -> [String]

  /// The sum, or what went wrong; nil until the operation has ended.
  ///
  /// One that was cancelled before it began ends as well: with a `CancellationError`.
  public var outcome: Result<Int, any Error>? {
    // TODO: If main has run, it left something here. What if main was never called?
    nil
  }

  /// Makes an operation that will call `read` for the lines of the receipt.
  public init(read: @escaping @Sendable () throws -> [String]) {
    self.read = read
  }

  public override func main() {
    // TODO: Read and add up. No error may leave this method, and none may be lost.
  }
}
