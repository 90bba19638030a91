import Synchronization

/// Stands in for `Synchronization.AtomicLazyReference`: a reference that is stored once, by the first thread.
///
/// Modelled: loading and storing, a step each.
public struct AtomicLazyReference<Instance: AnyObject>: ~Copyable, @unchecked Sendable {
  // Unchecked, as the platform's: the reference goes through an atomic, and is released with it.
  private let reference: Atomic<Unmanaged<Instance>?>

  /// Creates one without a reference.
  public init(line: UInt = #line) { reference = Atomic(nil, line: line) }

  deinit { reference.load(ordering: .acquiring)?.release() }

  /// The reference, nil until one is stored.
  public borrowing func load() -> Instance? { reference.load(ordering: .acquiring)?.takeUnretainedValue() }

  /// Stores the reference if there is none yet, and returns the stored one.
  public borrowing func storeIfNil(_ desired: consuming Instance) -> Instance {
    let mine = Unmanaged.passRetained(desired)
    let (isStored, first) = reference.compareExchange(
      expected: nil, desired: mine, ordering: .acquiringAndReleasing)
    if !isStored { mine.release() }
    return isStored ? mine.takeUnretainedValue() : first.unsafelyUnwrapped.takeUnretainedValue()
  }
}
