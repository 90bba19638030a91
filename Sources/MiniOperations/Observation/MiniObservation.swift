/// The contents of a notification, besides the fact that something has changed.
public struct MiniObservingOptions: OptionSet, Sendable {
  /// The number whose bits are the options.
  public let rawValue: Int

  /// Makes options from bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The value after the change.
  public static let new = MiniObservingOptions(rawValue: 1)
  /// The value before the change.
  public static let old = MiniObservingOptions(rawValue: 2)
  /// One immediate call, with the present value.
  public static let initial = MiniObservingOptions(rawValue: 4)
  /// One more call right before each change, with `isPrior` set.
  public static let prior = MiniObservingOptions(rawValue: 8)
}

/// One change of an observed value.
public struct MiniObservedChange<Value> {
  /// The value before the change, if `.old` was requested.
  public let oldValue: Value?
  /// The value after the change, if `.new` was requested; nil in a call before the change.
  public let newValue: Value?
  /// Whether this call is made before the change; only with `.prior`.
  public let isPrior: Bool
}

extension MiniObservedChange: Sendable where Value: Sendable {}

/// An active observation: keep it as long as you want to be notified.
///
/// It ends with ``invalidate()`` or when its last reference is released. It does
/// not keep the observed object alive. After it has ended no new call begins; a
/// call that began just before on another thread may still be in progress.
public final class MiniObservation: Sendable {
  private let observers: Observers
  private let number: Int
  /// Further observations that end with this one.
  private let others: [MiniObservation]

  init(_ observers: Observers, _ number: Int) {
    self.observers = observers
    self.number = number
    others = []
  }

  /// Makes one observation of several, all of the same object.
  init(_ parts: [MiniObservation]) {
    observers = parts[0].observers
    number = parts[0].number
    others = parts
  }

  deinit { invalidate() }

  /// Ends the observation.
  ///
  /// Ending it twice does no harm.
  public func invalidate() {
    observers.remove(number)
    for other in others { other.invalidate() }
  }
}
