import MiniOperations

/// A value and the lock that guards it.
///
/// Not the standard library's `Mutex`: the thread sanitizer does not see into
/// that, and takes what it guards for unguarded.
final class Guarded<Value>: @unchecked Sendable {
  // Unchecked: `value` is touched while `lock` is held.
  private let lock = RecursiveLock(name: "soak")
  private var value: Value

  init(_ value: Value) { self.value = value }

  func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    lock.withLock { body(&value) }
  }
}
