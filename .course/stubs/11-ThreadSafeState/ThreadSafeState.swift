// Exercise 11: a status that several threads change
//
// One thread pauses a transfer while another one finishes it. Both check whether that is allowed, both read
// yes, and then both do it: now a paused transfer has finished. Two other threads resume a transfer at the
// same time, and it runs twice. The cure for both is one class in which check and change are one step, and
// which tells the caller when a change is refused. You may add members, types and imports. Run the tests:
// swift run course check 11

import MiniOperations

/// The status of a transfer.
public enum Status: Sendable, Hashable, CaseIterable {
  case ready, executing, paused, finished
}

/// A status that any thread may read and try to change.
public final class ThreadSafeState: @unchecked Sendable {
  /// Decides whether one status may follow another; it depends on nothing but these two.
  public typealias Rule = @Sendable (_ from: Status, _ to: Status) -> Bool
  /// Called after a change, on the thread that made it.
  public typealias Listener = @Sendable (_ from: Status, _ to: Status) -> Void

  // TODO: What must be stored, and what guards it? State here what makes "unchecked" true, or do without it.

  /// Creates a state that begins with `status`.
  public init(_ status: Status, rule: @escaping Rule, listener: @escaping Listener) {
  }

  /// The current status.
  public var status: Status {
    .ready
  }

  /// Changes the status if the rule allows `next` after the current one; returns whether it did.
  ///
  /// The listener is called once for each change, and may do anything: read the status, change it again, wait
  /// for another thread that does. After false, the caller must not continue as if the status had changed.
  public func change(to next: Status) -> Bool {
    // TODO: No other thread may run between the check and the change. And between the change and the
    // listener?
    false
  }
}
