import MiniOperations

/// A value and the lock that guards it.
///
/// It replaces the standard library's `Mutex`, which the thread sanitizer does not recognise: it would report
/// the guarded value as unguarded.
final class Guarded<Value>: @unchecked Sendable {
  // Unchecked: `value` is touched only while `lock` is held.
  private let lock = RecursiveLock(name: "soak")
  private var value: Value

  init(_ value: Value) { self.value = value }

  func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    lock.withLock { body(&value) }
  }
}
