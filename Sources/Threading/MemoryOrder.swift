/// What an operation on an atomic means for other memory.
package struct MemoryOrder: Sendable {
  /// Whether the thread now sees everything before the releasing operation whose value it read.
  package let isAcquiring: Bool
  /// Whether threads that read this value and acquire see what this thread has done so far.
  package let isReleasing: Bool
  /// Whether later readers also see what others have released here: after every operation but a plain store.
  package let passesOnReleases: Bool
  /// Whether all threads see all such operations in one order.
  package let isSequentiallyConsistent: Bool

  package init(
    isAcquiring: Bool, isReleasing: Bool, passesOnReleases: Bool, isSequentiallyConsistent: Bool
  ) {
    self.isAcquiring = isAcquiring
    self.isReleasing = isReleasing
    self.passesOnReleases = passesOnReleases
    self.isSequentiallyConsistent = isSequentiallyConsistent
  }
}
