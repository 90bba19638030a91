// Exercise 09: one thread with a mailbox
//
// All operations of the document do their network work on one thread. It sleeps until a caller posts
// a message, does it, and sleeps again. What can go wrong is the moment between finding an empty
// mailbox and falling asleep: a message that is posted then is never found.
// Tried with: swift test --filter Exercise09

import Foundation
import MiniOperations

/// A mailbox, and the loop of the one thread that serves it.
public final class NetworkThread: @unchecked Sendable {
  /// What can be posted.
  public typealias Message = @Sendable () -> Void

  // Unchecked: the variables are touched while `bell` is locked.
  private let bell = Condition(name: "mailbox")
  private var messages: [Message] = []
  private var isStopped = false
  // The thread that serves the mailbox, while it does.
  private var server: Thread?

  /// Makes a mailbox that is empty and open.
  public init() {
  }

  /// Puts a message behind all others, and returns at once; false when the mailbox was stopped.
  ///
  /// Accepted means done, sooner or later. Refused means never.
  public func post(_ message: @escaping Message) -> Bool {
    bell.withLock {
      guard !isStopped else { return false }
      messages.append(message)
      bell.broadcast()
      return true
    }
  }

  /// Posts a message and returns when it has been done; false when the mailbox was stopped.
  ///
  /// On the thread that serves the mailbox the message is done at once: it could not be waited for.
  public func postAndWait(_ message: @escaping Message) -> Bool {
    if bell.withLock({ server === Thread.current }) {
      message()
      return true
    }
    // A bell of its own: the mailbox's bell rings for mail.
    let reply = Reply()
    let isAccepted = post {
      message()
      reply.come()
    }
    if isAccepted { reply.wait() }
    return isAccepted
  }

  /// Lets ``run()`` return when it has done all that was accepted.
  public func stop() {
    bell.withLock {
      isStopped = true
      // A sleeping thread checks this again only when it is woken.
      bell.broadcast()
    }
  }

  /// Does the posted messages, one after the other, until the mailbox is stopped and empty.
  ///
  /// Called once, by the thread that serves the mailbox.
  public func run() {
    bell.withLock { server = Thread.current }
    // Called without the lock: other threads post meanwhile, and so may the message.
    while let message = next() { message() }
    bell.withLock { server = nil }
  }

  private func next() -> Message? {
    bell.withLock {
      // To check and to fall asleep is one step: `wait` releases the lock once the thread can be woken.
      while messages.isEmpty {
        if isStopped { return nil }
        bell.wait()
      }
      return messages.removeFirst()
    }
  }
}

/// What one caller waits for.
private final class Reply: @unchecked Sendable {
  // Unchecked: `hasCome` is touched while `bell` is locked.
  private let bell = Condition(name: "reply")
  private var hasCome = false

  func come() {
    bell.withLock {
      hasCome = true
      bell.broadcast()
    }
  }

  func wait() {
    bell.withLock { while !hasCome { bell.wait() } }
  }
}
