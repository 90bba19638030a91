// Exercise 10: one thread with a mailbox
//
// All operations of lesson 16 do their network work on one thread. It sleeps until a caller posts a message,
// runs it, and sleeps again. The dangerous moment is between finding the mailbox empty and falling asleep: a
// message that is posted then may never run.
// You may add members, types and imports.
// Run the tests: swift run course check 10

import MiniOperations

/// A mailbox, and the loop of the one thread that serves it.
public final class NetworkThread: Sendable {
  /// A closure that the thread runs.
  public typealias Message = @Sendable () -> Void

  // TODO: What does the thread check before it sleeps, and what wakes it? (Condition has a wait.)

  /// Creates an empty mailbox that accepts messages.
  public init() {
  }

  /// Adds a message after all others, and returns at once; false after ``stop()``.
  ///
  /// After true the message runs at some time, after false it never does.
  public func post(_ message: @escaping Message) -> Bool {
    false
  }

  /// Posts a message and returns true when it has run; false, at once, after ``stop()``.
  ///
  /// On the thread that serves the mailbox the message runs at once, before all that wait.
  public func postAndWait(_ message: @escaping Message) -> Bool {
    // TODO: On what does the caller wait, and what wakes it and no other thread?
    false
  }

  /// Makes the mailbox refuse messages, and ``run()`` return when all accepted ones have run.
  public func stop() {
  }

  /// Runs the posted messages, one after the other, until the mailbox is stopped and empty.
  ///
  /// Called once, by the thread that serves the mailbox.
  public func run() {
    // TODO: A message may run long, post others, and wait for threads that post.
  }
}
