// Exercise 10: a status that several threads change
//
// Wrong: a refusal is kept from the caller, who goes on as if there had been none.
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

  // Unchecked: `stored` is touched while `lock` is held, the rest is constant.
  private let lock = RecursiveLock(name: "status lock")
  private var stored: Status
  private let rule: Rule
  private let listener: Listener

  /// Makes a state that begins with `status`.
  public init(_ status: Status, rule: @escaping Rule, listener: @escaping Listener) {
    stored = status
    self.rule = rule
    self.listener = listener
  }

  /// The status at this moment.
  public var status: Status {
    lock.withLock { stored }
  }

  /// Changes the status, if the rule lets `next` follow the present one; says whether it did.
  ///
  /// The listener hears of each change once, and may do what it likes: ask for the status, change it again,
  /// wait for another thread that does. Who is told false must not go on as if nothing had been refused.
  public func change(to next: Status) -> Bool {
    // The question and the change are one: the answer is worth nothing once the lock has been given back.
    let previous: Status? = lock.withLock {
      guard rule(stored, next) else { return nil }
      defer { stored = next }
      return stored
    }
    guard let previous else { return true }
    // Nobody knows what the listener does, so it is not called under the lock.
    listener(previous, next)
    return true
  }
}
