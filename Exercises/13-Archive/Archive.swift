// Exercise 13: save and restore
//
// A train enters a tunnel. The outbox saves the messages that it has not sent to a file. When the connection
// is back, an outbox restores the file and sends them. No message may be lost, and none may be sent twice.
// You may add members, types and imports. Run the tests: swift run course check 13

import Foundation
import MiniOperations

/// A message, which can be written to a file.
public struct Message: Codable, Equatable, Sendable {
  /// The content.
  public var text: String
  /// The urgency: a raw value of `MiniOperation.QueuePriority`.
  public var priority: Int

  /// Makes a message.
  public init(_ text: String, priority: Int = 0) {
    self.text = text
    self.priority = priority
  }
}

/// Sends messages, each with an operation of a queue.
public final class Outbox: @unchecked Sendable {
  private let queue: MiniOperationQueue
  private let send: @Sendable (Message) -> Void

  /// Makes an outbox that sends its messages with operations of `queue`.
  public init(_ queue: MiniOperationQueue, send: @escaping @Sendable (Message) -> Void) {
    self.queue = queue
    self.send = send
  }

  /// Adds a message, and returns the operation that sends it unless it is cancelled before.
  ///
  /// The operation has the message's priority, or the normal one if no `QueuePriority` has this raw value.
  @discardableResult
  public func add(_ message: Message) -> MiniOperation {
    MiniOperation()  // TODO: How does close find the message of this operation again?
  }

  /// Saves the messages whose sending has not begun, in the order of `add`, and returns their number.
  ///
  /// A saved message is not sent, and a cancelled one is not saved. If the file cannot be written completely,
  /// the error is thrown, no file exists, and every message is sent as if `close` had not been called.
  public func close(savingTo file: URL) throws -> Int {
    0  // TODO: Another thread may begin to send a message after you have checked that none has.
  }

  /// Adds the messages of a file, removes the file, and returns their number.
  ///
  /// Throws an error and adds nothing if the file cannot be read; then the file stays as it was.
  @discardableResult
  public func restore(from file: URL) throws -> Int {
    0  // TODO: Another outbox may restore the same file.
  }
}
