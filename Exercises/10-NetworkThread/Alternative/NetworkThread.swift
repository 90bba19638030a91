// Exercise 10: one thread with a mailbox
//
// All operations of lesson 16 do their network work on one thread. It sleeps until a caller posts a message,
// runs it, and sleeps again. The dangerous moment is between finding the mailbox empty and falling asleep: a
// message that is posted then may never run.
// Run the tests: swift run course check 10

import Dispatch
import Foundation
import Synchronization

/// A mailbox, and the loop of the one thread that serves it.
public final class NetworkThread: Sendable {
  /// A closure that the thread runs.
  public typealias Message = @Sendable () -> Void

  private struct State {
    var messages: [Message] = []
    var isStopped = false
    var server: ObjectIdentifier?
  }

  private let state = Mutex(State())
  // Signalled once for each message, and once by stop(). It remembers a signal that was sent before a thread
  // waits, so no wake-up is lost.
  private let mail = DispatchSemaphore(value: 0)

  /// Creates an empty mailbox that accepts messages.
  public init() {
  }

  /// Adds a message after all others, and returns at once; false after ``stop()``.
  ///
  /// After true the message runs at some time, after false it never does.
  public func post(_ message: @escaping Message) -> Bool {
    let isAccepted = state.withLock { state in
      if !state.isStopped { state.messages.append(message) }
      return !state.isStopped
    }
    if isAccepted { mail.signal() }
    return isAccepted
  }

  /// Posts a message and returns true when it has run; false, at once, after ``stop()``.
  ///
  /// On the thread that serves the mailbox the message runs at once, before all that wait.
  public func postAndWait(_ message: @escaping Message) -> Bool {
    guard state.withLock({ $0.server }) != ObjectIdentifier(Thread.current) else {
      message()
      return true
    }
    let done = DispatchSemaphore(value: 0)
    let isAccepted = post {
      message()
      done.signal()
    }
    if isAccepted { done.wait() }
    return isAccepted
  }

  /// Makes the mailbox refuse messages, and ``run()`` return when all accepted ones have run.
  public func stop() {
    state.withLock { $0.isStopped = true }
    mail.signal()
  }

  /// Runs the posted messages, one after the other, until the mailbox is stopped and empty.
  ///
  /// Called once, by the thread that serves the mailbox.
  public func run() {
    state.withLock { $0.server = ObjectIdentifier(Thread.current) }
    while true {
      mail.wait()
      let message = state.withLock { $0.messages.isEmpty ? nil : $0.messages.removeFirst() }
      // Signalled, and no message: that was stop().
      guard let message else { break }
      message()
    }
    state.withLock { $0.server = nil }
  }
}
