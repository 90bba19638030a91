// Exercise 10: a status that several threads change
//
// One thread pauses a transfer while another one finishes it. Both ask whether that is allowed, both are
// told yes, and then both do it: now a transfer has ended that is paused. A third thread called resume
// twice as fast as the status could change, and the transfer runs twice. Neither needs more than one class
// that cannot be overtaken, and that tells its caller when the answer is no.
// Tried with: swift test --filter Exercise10

import MiniOperations

/// Where a transfer stands.
public enum Status: Sendable, Hashable, CaseIterable {
  case ready, executing, paused, finished
}

/// A status that any thread may ask for and try to change.
public final class ThreadSafeState: @unchecked Sendable {
  /// Says whether one status may follow another; it looks at nothing but these two.
  public typealias Rule = @Sendable (_ from: Status, _ to: Status) -> Bool
  /// Hears of a change, on the thread that made it.
  public typealias Listener = @Sendable (_ from: Status, _ to: Status) -> Void

  // TODO: What must be remembered, and who guards it? Say here what makes "unchecked" true, or do without it.

  /// Makes a state that begins with `status`.
  public init(_ status: Status, rule: @escaping Rule, listener: @escaping Listener) {
  }

  /// The status at this moment.
  public var status: Status {
    .ready
  }

  /// Changes the status, if the rule lets `next` follow the present one; says whether it did.
  ///
  /// The listener hears of each change once, and may do what it likes: ask for the status, change it again,
  /// wait for another thread that does. Who is told false must not go on as if nothing had been refused.
  public func change(to next: Status) -> Bool {
    // TODO: Between the question and the change nobody may come. Between the change and the listener?
    false
  }
}
