// Exercise 01: work and errors
//
// Built by a pessimist: the outcome begins as the worst one, main improves it if it is ever called to
// run, and no caller sees it before the end.

import Foundation
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
  // Unchecked: `ending` is touched while `lock` is held, the rest is constant.
  private let read: @Sendable () throws -> [String]
  private let lock = NSLock()
  private var ending: Result<Int, any Error> = .failure(CancellationError())

  /// The sum, or what went wrong; nil until the operation has ended.
  ///
  /// One that was cancelled before it began ends as well: with a `CancellationError`.
  public var outcome: Result<Int, any Error>? { isFinished ? lock.withLock { ending } : nil }

  /// Makes an operation that will call `read` for the lines of the receipt.
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
      end(.success(sum))
    } catch {
      end(.failure(error))
    }
  }

  private func end(_ result: Result<Int, any Error>) { lock.withLock { ending = result } }
}
