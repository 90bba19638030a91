// Exercise 01: work and errors
//
// A receipt has one amount per line. An operation reads it and adds it up. The file may be missing, a line
// may be no amount, a sum may be too large. `main` cannot throw, but every caller must find an outcome. Run
// the tests: swift run course check 1

import MiniOperations
import Synchronization

/// An error in a receipt; lines are counted from 1.
public enum ReceiptError: Error, Equatable {
  /// `Int` does not accept this line.
  case notAnAmount(line: Int, text: String)
  /// With this line the sum no longer fits into an `Int`.
  case tooMuch(line: Int)
}

/// Reads a receipt and adds it up.
public final class AddUp: MiniOperation, @unchecked Sendable {
  // Unchecked: `stored` has its own lock, the rest is constant.
  private let read: @Sendable () throws -> [String]
  private let stored = Mutex<Result<Int, any Error>?>(nil)

  /// The sum or the error; nil until the operation has finished.
  ///
  /// If the operation was cancelled before it started, it is a `CancellationError`. Any thread may read it.
  public var outcome: Result<Int, any Error>? {
    // Finished and nothing stored: main was never called, because the operation was cancelled before.
    guard isFinished else { return nil }
    return stored.withLock { $0 } ?? .failure(CancellationError())
  }

  /// Creates an operation whose `main` calls `read` for the lines of the receipt.
  public init(read: @escaping @Sendable () throws -> [String]) {
    self.read = read
  }

  public override func main() {
    // When this method returns, the outcome is stored, after an error too.
    let result = Result { try sum(of: read()) }
    stored.withLock { $0 = result }
  }

  private func sum(of lines: [String]) throws -> Int {
    var sum = 0
    for (number, text) in zip(1..., lines) {
      guard let amount = Int(text) else { throw ReceiptError.notAnAmount(line: number, text: text) }
      // A plain `+` would trap, and no `catch` stops a trap.
      let (longer, isTooMuch) = sum.addingReportingOverflow(amount)
      if isTooMuch { throw ReceiptError.tooMuch(line: number) }
      sum = longer
    }
    return sum
  }
}
