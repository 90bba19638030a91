import Synchronization

/// A number that several threads can increment.
///
/// The Explorer does not see it, so it adds no rows to a schedule.
public final class Counter: Sendable {
  private let stored = Mutex(0)

  /// Makes a counter at zero.
  public init() {}

  /// How often it was incremented.
  public var value: Int { stored.withLock { $0 } }

  /// Increments it by one and returns the new value.
  @discardableResult
  public func raise() -> Int {
    stored.withLock {
      $0 += 1
      return $0
    }
  }
}
