// Exercise 13: save and restore

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

/// Sends letters, each with an operation of a queue.
public final class Desk: @unchecked Sendable {
  // Unchecked: `drawer`, `leaving` and `lastNumber` are touched while `lock` is held; the rest is constant.
  private let queue: MiniOperationQueue
  private let send: @Sendable (Letter) -> Void
  private let lock = NSLock()
  /// What nobody has begun to send, by number; whoever takes a letter out has it.
  private var drawer: [Int: (letter: Letter, operation: MiniOperation)] = [:]
  /// What is being sent, by number.
  private var leaving: [Int: MiniOperation] = [:]
  private var lastNumber = 0

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
    let number = lock.withLock {
      lastNumber += 1
      return lastNumber
    }
    let operation = MiniBlockOperation { [self] in
      guard let letter = take(number) else { return }
      send(letter)
      lock.withLock { leaving[number] = nil }
    }
    operation.queuePriority = .init(rawValue: letter.priority) ?? .normal
    lock.withLock { drawer[number] = (letter, operation) }
    queue.addOperation(operation)
    return operation
  }

  /// Takes out a letter to send it; nil if somebody else has it.
  private func take(_ number: Int) -> Letter? {
    lock.withLock {
      guard let (letter, operation) = drawer.removeValue(forKey: number) else { return nil }
      leaving[number] = operation
      return letter
    }
  }

  /// Stops sending and saves what is left, in the order in which it was added; returns how many.
  ///
  /// What is being sent is sent to its end, and what was cancelled is not saved. The file is there whole or
  /// not at all; if it cannot be written, the desk sends on, and the error is thrown.
  public func close(savingTo file: URL) throws -> Int {
    let (taken, leaving) = lock.withLock {
      defer { drawer = [:] }
      return (drawer.sorted { $0.key < $1.key }.map(\.value), self.leaving.values)
    }
    let left = taken.filter { !$0.operation.isCancelled }
    for (_, operation) in left { operation.cancel() }
    // These and no others: what else is in the queue may be waiting for something that never comes.
    for operation in leaving { operation.waitUntilFinished() }
    do {
      let draft = file.appendingPathExtension("draft")
      try PropertyListEncoder().encode(left.map(\.letter)).write(to: draft)
      try? FileManager.default.removeItem(at: file)
      try FileManager.default.moveItem(at: draft, to: file)
    } catch {
      for (letter, _) in left { add(letter) }
      throw error
    }
    return left.count
  }

  /// Adds the letters of a file, which is gone then, and returns how many.
  ///
  /// A file that cannot be read is an error, and stays where it is.
  @discardableResult
  public func restore(from file: URL) throws -> Int {
    let letters = try PropertyListDecoder().decode([Letter].self, from: Data(contentsOf: file))
    // Renamed, and so taken: of several who try, one succeeds.
    let mine = file.appendingPathExtension(UUID().uuidString)
    try FileManager.default.moveItem(at: file, to: mine)
    try FileManager.default.removeItem(at: mine)
    for letter in letters { add(letter) }
    return letters.count
  }
}
