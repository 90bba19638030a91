// Exercise 13: save and restore

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

/// The messages of one outbox; the operations retain this object, and not the outbox.
private final class Drawer: @unchecked Sendable {
  // Unchecked: the variables are accessed while `lock` is held.
  typealias Entry = (message: Message, operation: MiniOperation)

  let lock = NSLock()
  /// The messages that no thread has begun to send, by number; the thread that removes one sends it.
  var waiting: [Int: Entry] = [:]
  /// The operations whose message is being sent, by number.
  var sending: [Int: MiniOperation] = [:]
  private var lastNumber = 0

  func newNumber() -> Int {
    lock.withLock {
      lastNumber += 1
      return lastNumber
    }
  }

  /// Removes a message, sends it, and forgets it; does nothing if it is not there any more.
  func send(_ number: Int, with send: (Message) -> Void) {
    let message = lock.withLock { () -> Message? in
      guard let (message, operation) = waiting.removeValue(forKey: number) else { return nil }
      sending[number] = operation
      return message
    }
    guard let message else { return }
    send(message)
    lock.withLock { sending[number] = nil }
  }
}

/// Sends messages, each with an operation of a queue.
public final class Outbox: @unchecked Sendable {
  // Unchecked: everything is constant, and the drawer has its own lock.
  private let queue: MiniOperationQueue
  private let send: @Sendable (Message) -> Void
  private let drawer = Drawer()

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
    let number = drawer.newNumber()
    let operation = MiniBlockOperation { [drawer, send] in drawer.send(number, with: send) }
    operation.queuePriority = .init(rawValue: message.priority) ?? .normal
    drawer.lock.withLock { drawer.waiting[number] = (message, operation) }
    queue.addOperation(operation)
    return operation
  }

  /// Saves the messages whose sending has not begun, in the order of `add`, and returns their number.
  ///
  /// A saved message is not sent, and a cancelled one is not saved. If the file cannot be written completely,
  /// the error is thrown, no file exists, and every message is sent as if `close` had not been called.
  public func close(savingTo file: URL) throws -> Int {
    let (taken, left, sending) = try drawer.lock.withLock {
      let taken = drawer.waiting
      let left = taken.sorted { $0.key < $1.key }.map(\.value).filter { !$0.operation.isCancelled }
      // Under the lock: an operation that begins now waits, and sends its message if the file cannot be
      // written.
      try PropertyListEncoder().encode(left.map(\.message)).write(to: file, options: .atomic)
      drawer.waiting = [:]
      return (taken, left, drawer.sending.sorted { $0.key < $1.key }.map(\.value))
    }
    for (_, operation) in taken.values { operation.cancel() }
    for operation in sending { operation.waitUntilFinished() }
    return left.count
  }

  /// Adds the messages of a file, removes the file, and returns their number.
  ///
  /// Throws an error and adds nothing if the file cannot be read; then the file stays as it was.
  @discardableResult
  public func restore(from file: URL) throws -> Int {
    // Renamed, and so taken: of several callers one succeeds.
    let mine = file.appendingPathExtension(UUID().uuidString)
    try FileManager.default.moveItem(at: file, to: mine)
    let content = try? Data(contentsOf: mine)
    guard let messages = try? PropertyListDecoder().decode([Message].self, from: content ?? Data()) else {
      try? FileManager.default.moveItem(at: mine, to: file)
      throw CocoaError(.fileReadCorruptFile)
    }
    try? FileManager.default.removeItem(at: mine)
    for message in messages { add(message) }
    return messages.count
  }
}
