// Exercise 09: one thread with a mailbox
//
// All operations of the document do their network work on one thread. It sleeps until a caller posts
// a message, does it, and sleeps again. What can go wrong is the moment between finding an empty
// mailbox and falling asleep: a message that is posted then is never found.
// Tried with: swift test --filter Exercise09

import MiniOperations

/// A mailbox, and the loop of the one thread that serves it.
public final class NetworkThread: Sendable {
  /// What can be posted.
  public typealias Message = @Sendable () -> Void

  // TODO: What does the thread look at before it sleeps, and what wakes it? (Condition has a wait.)

  /// Makes a mailbox that is empty and open.
  public init() {
  }

  /// Puts a message behind all others, and returns at once; false when the mailbox was stopped.
  ///
  /// Accepted means done, sooner or later. Refused means never.
  public func post(_ message: @escaping Message) -> Bool {
    false
  }

  /// Posts a message and returns when it has been done; false when the mailbox was stopped.
  ///
  /// On the thread that serves the mailbox the message is done at once: it could not be waited for.
  public func postAndWait(_ message: @escaping Message) -> Bool {
    // TODO: What does the caller wait on, and what wakes it and no other thread?
    false
  }

  /// Lets ``run()`` return when it has done all that was accepted.
  public func stop() {
  }

  /// Does the posted messages, one after the other, until the mailbox is stopped and empty.
  ///
  /// Called once, by the thread that serves the mailbox.
  public func run() {
    // TODO: A message may take long, post others, and wait for threads that post.
  }
}
