/// A gate that opens once and stays open.
///
/// `waitUntilFinished()` waits at one. An operation makes it only when a thread really waits.
final class Latch: @unchecked Sendable {
  // Unchecked: `isOpen` is touched while `condition` is locked.
  private let condition: Condition
  private var isOpen = false

  init(name: String) { condition = Condition(name: name, owner: .framework) }

  func open() {
    condition.withLock {
      isOpen = true
      condition.broadcast()
    }
  }

  func wait() { wait { false } }

  /// Waits until the gate is open or `isCalled` is true; true when it is open.
  ///
  /// A thread that makes `isCalled` true calls ``ring()`` afterwards.
  @discardableResult
  func wait(unless isCalled: () -> Bool) -> Bool {
    condition.withLock {
      while !isOpen && !isCalled() { condition.wait() }
      return isOpen
    }
  }

  /// Makes the waiting threads check again.
  func ring() { condition.withLock { condition.broadcast() } }
}
