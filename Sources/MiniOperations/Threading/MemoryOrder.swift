/// What an operation on an atomic means for other memory.
package struct MemoryOrder: Sendable {
  /// Whether the thread sees from now on what was done before the releasing operation whose value it read.
  package let isAcquiring: Bool
  /// Whether what the thread has done so far is seen by those who read this value and acquire.
  package let isReleasing: Bool
  /// Whether it reads before it writes, and so passes on what others have released here.
  package let isUpdate: Bool
  /// Whether all threads see all such operations in one order.
  package let isSequentiallyConsistent: Bool

  package init(
    isAcquiring: Bool, isReleasing: Bool, isUpdate: Bool = true, isSequentiallyConsistent: Bool
  ) {
    self.isAcquiring = isAcquiring
    self.isReleasing = isReleasing
    self.isUpdate = isUpdate
    self.isSequentiallyConsistent = isSequentiallyConsistent
  }
}
