// Exercise 01: work and errors
//
// Wrong: who is cancelled before the start never comes to main, and has no outcome for ever.

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
    stored.withLock { $0 }
  }

  /// Makes an operation that will call `read` for the lines of the receipt.
  public init(read: @escaping @Sendable () throws -> [String]) {
    self.read = read
  }

  public override func main() {
    // The error goes no further than here, but it is kept. When this method returns, all is there.
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
