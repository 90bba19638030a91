// Exercise 01: work and errors
//
// A receipt has one amount per line. An operation reads it and adds it up. The file may be missing, a line
// may be no amount, a sum may be too large. `main` cannot throw, but every caller must find an outcome. You
// may add members, types and imports, and override other members of MiniOperation. Run the tests: swift run
// course check 1

import MiniOperations

/// An error in a receipt; lines are counted from 1.
public enum ReceiptError: Error, Equatable {
  /// `Int` does not accept this line.
  case notAnAmount(line: Int, text: String)
  /// With this line the sum no longer fits into an `Int`.
  case tooMuch(line: Int)
}

/// Reads a receipt and adds it up.
public final class AddUp: MiniOperation, @unchecked Sendable {
  private let read: @Sendable () throws -> [String]

  /// The sum or the error; nil until the operation has finished.
  ///
  /// If the operation was cancelled before it started, it is a `CancellationError`. Any thread may read it.
  public var outcome: Result<Int, any Error>? {
    // TODO: Return the outcome that main has stored. What if main was never called?
    nil
  }

  /// Creates an operation whose `main` calls `read` for the lines of the receipt.
  public init(read: @escaping @Sendable () throws -> [String]) {
    self.read = read
  }

  public override func main() {
    // TODO: Read and add up. No error may leave this method, and none may be lost.
  }
}
