/// What an operation on an atomic means for other memory.
package struct MemoryOrder: Sendable {
  /// Whether the thread sees from now on what was done before the releasing operation whose value it read.
  package let isAcquiring: Bool
  /// Whether what the thread has done so far is seen by those who read this value and acquire.
  package let isReleasing: Bool
  /// Whether what others have released here is heard by later readers too: after all operations but a plain store.
  package let passesOnReleases: Bool
  /// Whether all threads see all such operations in one order.
  package let isSequentiallyConsistent: Bool

  package init(
    isAcquiring: Bool, isReleasing: Bool, passesOnReleases: Bool = true, isSequentiallyConsistent: Bool
  ) {
    self.isAcquiring = isAcquiring
    self.isReleasing = isReleasing
    self.passesOnReleases = passesOnReleases
    self.isSequentiallyConsistent = isSequentiallyConsistent
  }
}
