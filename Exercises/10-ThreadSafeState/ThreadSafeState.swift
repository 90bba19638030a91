// Exercise 10: a status that several threads change
//
// One thread pauses a transfer while another one finishes it. Both check whether that is allowed, both get
// yes, and then both do it: now a paused transfer has ended. A third thread called resume
// twice before the status could change, and the transfer runs twice. The cure for both is one class
// that cannot be overtaken, and that reports a refusal to its caller.
// Tried with: swift test --filter Exercise10

import MiniOperations

/// Where a transfer stands.
public enum Status: Sendable, Hashable, CaseIterable {
  case ready, executing, paused, finished
}

/// A status that any thread may ask for and try to change.
public final class ThreadSafeState: @unchecked Sendable {
  /// Decides whether one status may follow another; it reads nothing but these two.
  public typealias Rule = @Sendable (_ from: Status, _ to: Status) -> Bool
  /// Called after a change, on the thread that made it.
  public typealias Listener = @Sendable (_ from: Status, _ to: Status) -> Void

  // TODO: What must be stored, and what guards it? State here what makes "unchecked" true, or do without it.

  /// Makes a state that begins with `status`.
  public init(_ status: Status, rule: @escaping Rule, listener: @escaping Listener) {
  }

  /// The status at this moment.
  public var status: Status {
    .ready
  }

  /// Changes the status, if the rule lets `next` follow the present one; returns whether it did.
  ///
  /// The listener is called once per change, and may do anything: read the status, change it again,
  /// wait for another thread that does. A caller that gets false must not continue as if it were true.
  public func change(to next: Status) -> Bool {
    // TODO: No thread may come between the check and the change. Between the change and the listener?
    false
  }
}
