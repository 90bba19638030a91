// Exercise 11: a status that several threads change
//
// One thread pauses a transfer while another one finishes it. Both check whether that is allowed, both read
// yes, and then both do it: now a paused transfer has finished. Two other threads resume a transfer at the
// same time, and it runs twice. The cure for both is one class in which check and change are one step, and
// which tells the caller when a change is refused. Run the tests: swift run course check 11

import Synchronization

/// The status of a transfer.
public enum Status: Sendable, Hashable, CaseIterable {
  case ready, executing, paused, finished
}

/// A status that any thread may read and try to change.
public final class ThreadSafeState: Sendable {
  /// Decides whether one status may follow another; it depends on nothing but these two.
  public typealias Rule = @Sendable (_ from: Status, _ to: Status) -> Bool
  /// Called after a change, on the thread that made it.
  public typealias Listener = @Sendable (_ from: Status, _ to: Status) -> Void

  // The status is inside its lock, so no code can reach it without locking.
  private let stored: Mutex<Status>
  private let rule: Rule
  private let listener: Listener

  /// Creates a state that begins with `status`.
  public init(_ status: Status, rule: @escaping Rule, listener: @escaping Listener) {
    stored = Mutex(status)
    self.rule = rule
    self.listener = listener
  }

  /// The current status.
  public var status: Status {
    stored.withLock { $0 }
  }

  /// Changes the status if the rule allows `next` after the current one; returns whether it did.
  ///
  /// The listener is called once for each change, and may do anything: read the status, change it again, wait
  /// for another thread that does. After false, the caller must not continue as if the status had changed.
  public func change(to next: Status) -> Bool {
    // Check and change are one step: what the rule has allowed is out of date once the lock is released.
    let previous: Status? = stored.withLock { status in
      guard rule(status, next) else { return nil }
      let previous = status
      status = next
      return previous
    }
    guard let previous else { return false }
    // The listener may do anything, so it is not called under the lock.
    listener(previous, next)
    return true
  }
}
