import Foundation

/// A value and the lock that guards it.
///
/// The tests of the framework use it instead of the library's `Mutex`: where two threads meet at one of
/// those, the thread sanitizer does not see that the second waits, and reports a race that is none. The lock
/// is the system's, because a broken lock of the framework must not silence a test.
public final class Guarded<Value>: @unchecked Sendable {
  // Unchecked: `guarded` is touched while `lock` is held.
  private let lock = NSLock()
  private var guarded: Value

  /// Guards `value` from now on.
  public init(_ value: Value) { guarded = value }

  /// A copy of the value.
  public var value: Value { lock.withLock { guarded } }

  /// Replaces the value.
  public func set(_ value: Value) { lock.withLock { guarded = value } }

  /// Runs `body` while no other thread uses the value.
  public func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try lock.withLock { try body(&guarded) }
  }
}
