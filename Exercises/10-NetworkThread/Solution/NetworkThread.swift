// Exercise 10: one thread with a mailbox
//
// All operations of lesson 16 do their network work on one thread. It sleeps until a caller posts a message,
// runs it, and sleeps again. The dangerous moment is between finding the mailbox empty and falling asleep: a
// message that is posted then may never run.
// Run the tests: swift run course check 10

import Foundation
import MiniOperations

/// A mailbox, and the loop of the one thread that serves it.
public final class NetworkThread: @unchecked Sendable {
  /// A closure that the thread runs.
  public typealias Message = @Sendable () -> Void

  // Unchecked: the variables are touched while `condition` is locked.
  private let condition = Condition(name: "mailbox")
  private var messages: [Message] = []
  private var isStopped = false
  // The thread that serves the mailbox, while it does.
  private var server: Thread?

  /// Creates an empty mailbox that accepts messages.
  public init() {
  }

  /// Adds a message after all others, and returns at once; false after ``stop()``.
  ///
  /// After true the message runs at some time, after false it never does.
  public func post(_ message: @escaping Message) -> Bool {
    condition.withLock {
      guard !isStopped else { return false }
      messages.append(message)
      condition.broadcast()
      return true
    }
  }

  /// Posts a message and returns true when it has run; false, at once, after ``stop()``.
  ///
  /// On the thread that serves the mailbox the message runs at once, before all that wait.
  public func postAndWait(_ message: @escaping Message) -> Bool {
    if condition.withLock({ server === Thread.current }) {
      message()
      return true
    }
    // A condition of its own: the mailbox's condition is signalled for messages.
    let reply = Reply()
    let isAccepted = post {
      message()
      reply.send()
    }
    if isAccepted { reply.wait() }
    return isAccepted
  }

  /// Makes the mailbox refuse messages, and ``run()`` return when all accepted ones have run.
  public func stop() {
    condition.withLock {
      isStopped = true
      // A sleeping thread checks this only when it is woken.
      condition.broadcast()
    }
  }

  /// Runs the posted messages, one after the other, until the mailbox is stopped and empty.
  ///
  /// Called once, by the thread that serves the mailbox.
  public func run() {
    condition.withLock { server = Thread.current }
    // Called without the lock: other threads may post at the same time, and so may the message.
    while let message = next() { message() }
    condition.withLock { server = nil }
  }

  private func next() -> Message? {
    condition.withLock {
      // The check and falling asleep are one step: `wait` releases the lock once the thread can be woken.
      while messages.isEmpty {
        if isStopped { return nil }
        condition.wait()
      }
      return messages.removeFirst()
    }
  }
}

/// The reply that one caller waits for.
private final class Reply: @unchecked Sendable {
  // Unchecked: `isSent` is touched while `condition` is locked.
  private let condition = Condition(name: "reply")
  private var isSent = false

  func send() {
    condition.withLock {
      isSent = true
      condition.broadcast()
    }
  }

  func wait() {
    condition.withLock { while !isSent { condition.wait() } }
  }
}
