// Exercise 13: save and restore
//
// A train enters a tunnel. The outbox saves the messages that it has not sent to a file. When the connection
// is back, perhaps in another process, an outbox restores the file and sends them. No message may be lost,
// and none may be sent twice. Run the tests: swift run course check 13

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

/// The operation that sends one message.
private final class Sending: MiniOperation, @unchecked Sendable {
  // Unchecked: `state` is accessed while `condition` is locked, the rest is constant.

  private enum State {
    /// The state while the message may still be sent or saved.
    case open
    /// The state while a file with the message is being written.
    case held
    case saved
    case sent
  }

  let message: Message
  /// Identifies the outbox without retaining it.
  let mark: Mark
  private let send: @Sendable (Message) -> Void
  private let condition = Condition(name: "message")
  private var state = State.open

  init(_ message: Message, _ mark: Mark, _ send: @escaping @Sendable (Message) -> Void) {
    self.message = message
    self.mark = mark
    self.send = send
    super.init()
    name = message.text
    queuePriority = QueuePriority(rawValue: message.priority) ?? .normal
  }

  override func main() {
    if beginSending() { send(message) }
  }

  /// Whether sending has begun.
  var hasBegun: Bool { condition.withLock { state == .sent } }

  // Check and change are one step: of `beginSending` and `hold`, the later one gets false.

  private func beginSending() -> Bool {
    condition.withLock {
      // Undecided until the file exists: if writing fails, the message is open again.
      while state == .held { condition.wait() }
      guard state == .open, !isCancelled else { return false }
      state = .sent
      return true
    }
  }

  /// Reserves the message for a file; false if sending has begun or the operation was cancelled.
  func hold() -> Bool {
    condition.withLock {
      guard state == .open, !isCancelled else { return false }
      state = .held
      return true
    }
  }

  /// Decides about a message that was held.
  func fileIsWritten(_ isWritten: Bool) {
    condition.withLock {
      state = isWritten ? .saved : .open
      condition.broadcast()
    }
    if isWritten { cancel() }
  }
}

/// Distinguishes the messages of one outbox from those of another in the same queue.
private final class Mark: Sendable {}

/// Sends messages, each with an operation of a queue.
public final class Outbox: @unchecked Sendable {
  // Unchecked: everything is constant, and the queue is thread-safe.
  private let queue: MiniOperationQueue
  private let send: @Sendable (Message) -> Void
  private let mark = Mark()

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
    let sending = Sending(message, mark, send)
    queue.addOperation(sending)
    return sending
  }

  /// Saves the messages whose sending has not begun, in the order of `add`, and returns their number.
  ///
  /// A saved message is not sent, and a cancelled one is not saved. If the file cannot be written completely,
  /// the error is thrown, no file exists, and every message is sent as if `close` had not been called.
  public func close(savingTo file: URL) throws -> Int {
    // The queue may start operations at any time, suspended or not. So each message is decided on its own.
    let sendings = queue.operations.compactMap { $0 as? Sending }.filter { $0.mark === mark }
    let held = sendings.filter { $0.hold() }
    do {
      // Atomically: a file that is cut off in the middle has lost messages.
      try JSONEncoder().encode(held.map(\.message)).write(to: file, options: .atomic)
    } catch {
      // The same operations continue to send, so a caller that holds one can still cancel it.
      for sending in held { sending.fileIsWritten(false) }
      throw error
    }
    for sending in held { sending.fileIsWritten(true) }
    for sending in sendings where sending.hasBegun { sending.waitUntilFinished() }
    return held.count
  }

  /// Adds the messages of a file, removes the file, and returns their number.
  ///
  /// Throws an error and adds nothing if the file cannot be read; then the file stays as it was.
  @discardableResult
  public func restore(from file: URL) throws -> Int {
    // Renamed first: of several callers one succeeds, and a new file of that name is not mistaken for it.
    let mine = file.appendingPathExtension(UUID().uuidString)
    try FileManager.default.moveItem(at: file, to: mine)
    do {
      let messages = try JSONDecoder().decode([Message].self, from: Data(contentsOf: mine))
      try FileManager.default.removeItem(at: mine)
      for message in messages { add(message) }
      return messages.count
    } catch {
      try? FileManager.default.moveItem(at: mine, to: file)
      throw error
    }
  }
}
