// Exercise 13: save and restore
//
// Wrong: a letter that has not begun when it is asked may begin before it is cancelled.

import Foundation
import MiniOperations

/// Something to be sent, which can be written to a file.
public struct Letter: Codable, Equatable, Sendable {
  /// What it says.
  public var text: String
  /// How urgent it is: a raw value of `MiniOperation.QueuePriority`.
  public var priority: Int

  /// Makes a letter.
  public init(_ text: String, priority: Int = 0) {
    self.text = text
    self.priority = priority
  }
}

/// The sending of one letter.
private final class Sending: MiniOperation, @unchecked Sendable {
  // Unchecked: everything is constant.
  let letter: Letter
  private let send: @Sendable (Letter) -> Void

  init(_ letter: Letter, _ send: @escaping @Sendable (Letter) -> Void) {
    self.letter = letter
    self.send = send
    super.init()
    name = letter.text
    queuePriority = QueuePriority(rawValue: letter.priority) ?? .normal
  }

  override func main() {
    if !isCancelled { send(letter) }
  }

  /// Whether the letter is one for the file.
  func save() -> Bool { !isCancelled && !isExecuting && !isFinished }
}

/// Sends letters, each with an operation of a queue.
public final class Desk: @unchecked Sendable {
  // Unchecked: everything is constant, and the queue is safe for every thread.
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
    let sending = Sending(letter, send)
    queue.addOperation(sending)
    return sending
  }

  /// Stops sending and saves what is left, in the order in which it was added; returns how many.
  ///
  /// What is being sent is sent to its end, and what was cancelled is not saved. The file is there whole or
  /// not at all; if it cannot be written, the desk sends on, and the error is thrown.
  public func close(savingTo file: URL) throws -> Int {
    let wasSuspended = queue.isSuspended
    queue.isSuspended = true
    defer { queue.isSuspended = wasSuspended }
    // A suspended queue may have chosen an operation already, so each letter is asked for its fate.
    let sendings = queue.operations.compactMap { $0 as? Sending }
    let saved = sendings.filter { $0.save() }
    for sending in saved { sending.cancel() }
    for sending in sendings where !sending.isCancelled { sending.waitUntilFinished() }
    do {
      // Atomically: a file that is cut off in the middle has lost what it was to keep.
      try JSONEncoder().encode(saved.map(\.letter)).write(to: file, options: .atomic)
    } catch {
      // Their operations may have ended by now, without sending.
      for sending in saved { add(sending.letter) }
      throw error
    }
    return saved.count
  }

  /// Adds the letters of a file, which is gone then, and returns how many.
  ///
  /// A file that cannot be read is an error, and stays where it is.
  @discardableResult
  public func restore(from file: URL) throws -> Int {
    let letters = try JSONDecoder().decode([Letter].self, from: Data(contentsOf: file))
    // Of several who have read it, one removes it, and the letters are that one's.
    try FileManager.default.removeItem(at: file)
    for letter in letters { add(letter) }
    return letters.count
  }
}
