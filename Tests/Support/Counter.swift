import Synchronization

/// A number that several threads may change.
public final class Counter: Sendable {
  private let number = Atomic(0)

  /// Makes one at zero.
  public init() {}

  /// The number now.
  public var value: Int { number.load(ordering: .sequentiallyConsistent) }

  /// Raises it by one and returns the new value.
  @discardableResult
  public func raise() -> Int { number.add(1, ordering: .sequentiallyConsistent).newValue }

  /// Lowers it by one.
  public func lower() { number.subtract(1, ordering: .sequentiallyConsistent) }
}
