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

/// The sending of one letter.
private final class Sending: MiniOperation, @unchecked Sendable {
  // Unchecked: `fate` is touched while `decision` is locked, the rest is constant.

  private enum Fate {
    /// The fate while the letter may still be sent or saved.
    case open
    /// The fate while a file that the letter is in is being written.
    case held
    case saved
    /// The thread is known because it cannot wait for the end of what it does itself.
    case sent(by: Thread)
  }

  let letter: Letter
  /// Says whose letter it is, and does not keep the desk alive.
  let mark: Mark
  private let send: @Sendable (Letter) -> Void
  private let decision = Condition(name: "letter")
  private var fate = Fate.open

  init(_ letter: Letter, _ mark: Mark, _ send: @escaping @Sendable (Letter) -> Void) {
    self.letter = letter
    self.mark = mark
    self.send = send
    super.init()
    name = letter.text
    queuePriority = QueuePriority(rawValue: letter.priority) ?? .normal
  }

  override func main() {
    if takeToSend() { send(letter) }
  }

  /// The thread that sends the letter, or has sent it.
  var sender: Thread? {
    decision.withLock { if case .sent(let thread) = fate { thread } else { nil } }
  }

  // A letter has one fate: the second caller that asks for it gets false, and leaves the letter alone.

  private func takeToSend() -> Bool {
    decision.withLock {
      // Nothing is decided while the file is being written: if that fails, the letter is open again.
      while case .held = fate { decision.wait() }
      guard case .open = fate, !isCancelled else { return false }
      fate = .sent(by: .current)
      return true
    }
  }

  /// Takes the letter for a file; false if it is being sent, was sent, or need not be.
  func hold() -> Bool {
    decision.withLock {
      guard case .open = fate, !isCancelled else { return false }
      fate = .held
      return true
    }
  }

  /// Decides about a letter that was held.
  func fileIsWritten(_ isWritten: Bool) {
    decision.withLock {
      fate = isWritten ? .saved : .open
      decision.broadcast()
    }
    if isWritten { cancel() }
  }
}

/// Distinguishes the letters of one desk from those of another in the same queue.
private final class Mark: Sendable {}

/// Sends letters, each with an operation of a queue.
public final class Desk: @unchecked Sendable {
  // Unchecked: everything is constant, and the queue is safe for every thread.
  private let queue: MiniOperationQueue
  private let send: @Sendable (Letter) -> Void
  private let mark = Mark()

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
    let sending = Sending(letter, mark, send)
    queue.addOperation(sending)
    return sending
  }

  /// Stops sending and saves what is left, in the order in which it was added; returns how many.
  ///
  /// What is being sent is sent to its end, and what was cancelled is not saved. The file is there whole or
  /// not at all; if it cannot be written, the desk sends on, and the error is thrown.
  public func close(savingTo file: URL) throws -> Int {
    // The queue may start operations meanwhile, suspended or not. So the fate of each letter is decided here.
    let sendings = queue.operations.compactMap { $0 as? Sending }.filter { $0.mark === mark }
    let held = sendings.filter { $0.hold() }
    do {
      // Atomically: a file that is cut off in the middle has lost what it was to keep.
      try JSONEncoder().encode(held.map(\.letter)).write(to: file, options: .atomic)
    } catch {
      // The same operations continue to send, so a caller that holds one can still cancel it.
      for sending in held { sending.fileIsWritten(false) }
      throw error
    }
    for sending in held { sending.fileIsWritten(true) }
    let leaving = sendings.filter { $0.sender != nil }
    // Called from inside `send`, it would wait for its own caller.
    if !leaving.contains(where: { $0.sender === Thread.current }) {
      for sending in leaving { sending.waitUntilFinished() }
    }
    return held.count
  }

  /// Adds the letters of a file, which is gone then, and returns how many.
  ///
  /// A file that cannot be read is an error, and stays where it is.
  @discardableResult
  public func restore(from file: URL) throws -> Int {
    // Renamed first: of several callers one succeeds, and a new file of that name is not mistaken for it.
    let mine = file.appendingPathExtension(UUID().uuidString)
    try FileManager.default.moveItem(at: file, to: mine)
    do {
      let letters = try JSONDecoder().decode([Letter].self, from: Data(contentsOf: mine))
      try FileManager.default.removeItem(at: mine)
      for letter in letters { add(letter) }
      return letters.count
    } catch {
      try? FileManager.default.moveItem(at: mine, to: file)
      throw error
    }
  }
}
