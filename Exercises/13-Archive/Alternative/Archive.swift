// Exercise 13: save and restore

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

/// The letters of one desk; the operations hold this object, and not the desk.
private final class Drawer: @unchecked Sendable {
  // Unchecked: the variables are touched while `lock` is held.
  typealias Entry = (letter: Letter, operation: MiniOperation)

  let lock = NSLock()
  /// What no thread has begun to send, by number; the thread that takes a letter out has it.
  var waiting: [Int: Entry] = [:]
  /// What is being sent, and by which thread, by number.
  var leaving: [Int: (operation: MiniOperation, thread: Thread)] = [:]
  private var lastNumber = 0

  func newNumber() -> Int {
    lock.withLock {
      lastNumber += 1
      return lastNumber
    }
  }

  /// Takes a letter out, sends it, and forgets it; does nothing if it is not there any more.
  func send(_ number: Int, with send: (Letter) -> Void) {
    let letter = lock.withLock { () -> Letter? in
      guard let (letter, operation) = waiting.removeValue(forKey: number) else { return nil }
      leaving[number] = (operation, Thread.current)
      return letter
    }
    guard let letter else { return }
    send(letter)
    lock.withLock { leaving[number] = nil }
  }
}

/// Sends letters, each with an operation of a queue.
public final class Desk: @unchecked Sendable {
  // Unchecked: everything is constant, and the drawer has its own lock.
  private let queue: MiniOperationQueue
  private let send: @Sendable (Letter) -> Void
  private let drawer = Drawer()

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
    let number = drawer.newNumber()
    let operation = MiniBlockOperation { [drawer, send] in drawer.send(number, with: send) }
    operation.queuePriority = .init(rawValue: letter.priority) ?? .normal
    drawer.lock.withLock { drawer.waiting[number] = (letter, operation) }
    queue.addOperation(operation)
    return operation
  }

  /// Stops sending and saves what is left, in the order in which it was added; returns how many.
  ///
  /// What is being sent is sent to its end, and what was cancelled is not saved. The file is there whole or
  /// not at all; if it cannot be written, the desk sends on, and the error is thrown.
  public func close(savingTo file: URL) throws -> Int {
    let (taken, left, leaving) = try drawer.lock.withLock {
      let taken = drawer.waiting
      let left = taken.sorted { $0.key < $1.key }.map(\.value).filter { !$0.operation.isCancelled }
      // With the lock: a letter whose turn comes now waits, and is sent if the file cannot be written.
      try PropertyListEncoder().encode(left.map(\.letter)).write(to: file, options: .atomic)
      drawer.waiting = [:]
      return (taken, left, Array(drawer.leaving.values))
    }
    for (_, operation) in taken.values { operation.cancel() }
    // These and no others, and none from inside of `send`, where the caller's own is one of them.
    if !leaving.contains(where: { $0.thread === Thread.current }) {
      for (operation, _) in leaving { operation.waitUntilFinished() }
    }
    return left.count
  }

  /// Adds the letters of a file, which is gone then, and returns how many.
  ///
  /// A file that cannot be read is an error, and stays where it is.
  @discardableResult
  public func restore(from file: URL) throws -> Int {
    // Renamed, and so taken: of several callers one succeeds.
    let mine = file.appendingPathExtension(UUID().uuidString)
    try FileManager.default.moveItem(at: file, to: mine)
    let content = try? Data(contentsOf: mine)
    guard let letters = try? PropertyListDecoder().decode([Letter].self, from: content ?? Data()) else {
      try? FileManager.default.moveItem(at: mine, to: file)
      throw CocoaError(.fileReadCorruptFile)
    }
    try? FileManager.default.removeItem(at: mine)
    for letter in letters { add(letter) }
    return letters.count
  }
}
