// Exercise 01: work and errors
//
// Built by a pessimist: the outcome is a cancellation at first, `main` replaces it if it is called, and no
// caller sees it before the operation has finished.

import Foundation
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
  // Unchecked: `stored` is read and written while `lock` is held, the rest is constant.
  private let read: @Sendable () throws -> [String]
  private let lock = NSLock()
  private var stored: Result<Int, any Error> = .failure(CancellationError())

  /// The sum or the error; nil until the operation has finished.
  ///
  /// If the operation was cancelled before it started, it is a `CancellationError`. Any thread may read it.
  public var outcome: Result<Int, any Error>? { isFinished ? lock.withLock { stored } : nil }

  /// Creates an operation whose `main` calls `read` for the lines of the receipt.
  public init(read: @escaping @Sendable () throws -> [String]) {
    self.read = read
    super.init()
  }

  public override func main() {
    do {
      var (sum, line) = (0, 0)
      for text in try read() {
        line += 1
        guard let amount = Int(text) else { throw ReceiptError.notAnAmount(line: line, text: text) }
        guard amount > 0 ? sum <= .max - amount : sum >= .min - amount else {
          throw ReceiptError.tooMuch(line: line)
        }
        sum += amount
      }
      store(.success(sum))
    } catch {
      store(.failure(error))
    }
  }

  private func store(_ outcome: Result<Int, any Error>) { lock.withLock { stored = outcome } }
}
