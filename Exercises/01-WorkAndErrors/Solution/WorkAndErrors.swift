// Exercise 01: work and errors
//
// A till keeps receipts, one amount per line. An operation reads one and adds it up. The paper may be
// missing, a line may be smudged, a sum may be too large: `main` cannot throw, and still no caller may wait
// for an outcome that never comes. Tried with: swift test --filter Exercise01

import MiniOperations
import Synchronization

/// What can be wrong with a receipt; lines are counted from 1.
public enum ReceiptError: Error, Equatable {
  /// This line is no whole number.
  case notAnAmount(line: Int, text: String)
  /// With this line the sum becomes too large, or too small, for an `Int`.
  case tooMuch(line: Int)
}

/// Reads a receipt and adds it up.
public final class AddUp: MiniOperation, @unchecked Sendable {
  // Unchecked: `stored` has its own lock, the rest is constant.
  private let read: @Sendable () throws -> [String]
  private let stored = Mutex<Result<Int, any Error>?>(nil)

  /// The sum, or what went wrong; nil until the operation has ended.
  ///
  /// One that was cancelled before it began ends as well: with a `CancellationError`.
  public var outcome: Result<Int, any Error>? {
    // Finished without a stored outcome means that main never ran; only a cancel can be the reason.
    guard isFinished else { return nil }
    return stored.withLock { $0 } ?? .failure(CancellationError())
  }

  /// Makes an operation that will call `read` for the lines of the receipt.
  public init(read: @escaping @Sendable () throws -> [String]) {
    self.read = read
  }

  public override func main() {
    // The error leaves this method only through `stored`. When the method returns, the outcome is complete.
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
