import Synchronization
import Threading

// What the platform's orderings mean for other memory than the atomic.

extension MemoryOrder {
  init(_ ordering: AtomicLoadOrdering) {
    self.init(
      isAcquiring: ordering != .relaxed, isReleasing: false, passesOnReleases: true,
      isSequentiallyConsistent: ordering == .sequentiallyConsistent)
  }

  init(_ ordering: AtomicStoreOrdering) {
    self.init(
      isAcquiring: false, isReleasing: ordering != .relaxed, passesOnReleases: false,
      isSequentiallyConsistent: ordering == .sequentiallyConsistent)
  }

  init(_ ordering: AtomicUpdateOrdering) {
    self.init(
      isAcquiring: ordering != .relaxed && ordering != .releasing,
      isReleasing: ordering != .relaxed && ordering != .acquiring, passesOnReleases: true,
      isSequentiallyConsistent: ordering == .sequentiallyConsistent)
  }

  /// The order of an exchange that found another value: it reads and writes nothing.
  var withoutWriting: MemoryOrder {
    MemoryOrder(
      isAcquiring: isAcquiring, isReleasing: false, passesOnReleases: true,
      isSequentiallyConsistent: isSequentiallyConsistent)
  }
}
