// Exercise 09: one thread with a mailbox
//
// All operations of the document do their network work on one thread. It sleeps until a caller posts
// a message, does it, and sleeps again. What can go wrong is the moment between finding an empty
// mailbox and falling asleep: a message that is posted then is never found.
// Tried with: swift test --filter Exercise09

import Dispatch
import Foundation
import Synchronization

/// A mailbox, and the loop of the one thread that serves it.
public final class NetworkThread: Sendable {
  /// What can be posted.
  public typealias Message = @Sendable () -> Void

  private struct State {
    var messages: [Message] = []
    var isStopped = false
    var server: ObjectIdentifier?
  }

  private let state = Mutex(State())
  // Counts what there is to find: each message, and the stop. It remembers a signal that comes before
  // a thread waits, so no wake-up is lost.
  private let mail = DispatchSemaphore(value: 0)

  /// Makes a mailbox that is empty and open.
  public init() {
  }

  /// Puts a message behind all others, and returns at once; false when the mailbox was stopped.
  ///
  /// Accepted means done, sooner or later. Refused means never.
  public func post(_ message: @escaping Message) -> Bool {
    let isAccepted = state.withLock { state in
      if !state.isStopped { state.messages.append(message) }
      return !state.isStopped
    }
    if isAccepted { mail.signal() }
    return isAccepted
  }

  /// Posts a message and returns when it has been done; false when the mailbox was stopped.
  ///
  /// On the thread that serves the mailbox the message is done at once: it could not be waited for.
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

  /// Lets ``run()`` return when it has done all that was accepted.
  public func stop() {
    state.withLock { $0.isStopped = true }
    mail.signal()
  }

  /// Does the posted messages, one after the other, until the mailbox is stopped and empty.
  ///
  /// Called once, by the thread that serves the mailbox.
  public func run() {
    state.withLock { $0.server = ObjectIdentifier(Thread.current) }
    while true {
      mail.wait()
      let message = state.withLock { $0.messages.isEmpty ? nil : $0.messages.removeFirst() }
      // Signalled, and nothing there: that was the stop.
      guard let message else { break }
      message()
    }
    state.withLock { $0.server = nil }
  }
}
