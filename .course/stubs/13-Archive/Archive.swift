// Exercise 13: save and restore
//
// The train goes into a tunnel. What the desk has not sent yet is saved to a file, and when the line is back,
// perhaps after a restart, it is restored and sent. No letter may be lost, and none may be sent twice.
// Tried with: swift test --filter Exercise13

import Foundation
import MiniOperations

/// Something to be sent, which can be written to a file.
public struct Letter: Codable, Equatable, Sendable {
  /// The text of the letter.
  public var text: String
  /// How urgent it is: a raw value of `MiniOperation.QueuePriority`.
  public var priority: Int

  /// Makes a letter.
  public init(_ text: String, priority: Int = 0) {
    self.text = text
    self.priority = priority
  }
}

/// Sends letters, each with an operation of a queue.
public final class Desk: @unchecked Sendable {
  private let queue: MiniOperationQueue
  private let send: @Sendable (Letter) -> Void

  /// Makes a desk that sends its letters with the operations of `queue`.
  public init(_ queue: MiniOperationQueue, send: @escaping @Sendable (Letter) -> Void) {
    self.queue = queue
    self.send = send
  }

  /// Adds a letter; the operation that sends it can be cancelled.
  ///
  /// It has the letter's priority, or the normal one if there is none of that number.
  @discardableResult
  public func add(_ letter: Letter) -> MiniOperation {
    MiniOperation()  // TODO: It has a name, but not the letter that it sends. How is the letter found again?
  }

  /// Stops sending and saves what is left, in the order in which it was added; returns how many.
  ///
  /// What is being sent is sent to its end, and what was cancelled is not saved. The file is there whole or
  /// not at all; if it cannot be written, the desk sends on, and the error is thrown.
  public func close(savingTo file: URL) throws -> Int {
    0  // TODO: Between "what is left?" and "stop" another letter may be sent. Which comes first?
  }

  /// Adds the letters of a file, which is gone then, and returns how many.
  ///
  /// A file that cannot be read is an error, and stays where it is.
  @discardableResult
  public func restore(from file: URL) throws -> Int {
    0  // TODO: Another desk may restore the same file.
  }
}
