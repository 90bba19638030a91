/// A gate that opens once and stays open.
///
/// `waitUntilFinished()` waits at one. An operation makes it only when a thread really waits.
package final class Latch: @unchecked Sendable {
  // Unchecked: `isOpen` is touched while `condition` is locked.
  private let condition: Condition
  private var isOpen = false

  package init(name: String) { condition = Condition(name: name, owner: .framework) }

  package func open() {
    condition.withLock {
      isOpen = true
      condition.broadcast()
    }
  }

  package func wait() { wait { false } }

  /// Waits until the gate is open or `isCalled` is true; true when it is open.
  ///
  /// A thread that makes `isCalled` true calls ``wake()`` afterwards.
  @discardableResult
  package func wait(unless isCalled: () -> Bool) -> Bool {
    condition.withLock {
      while !isOpen && !isCalled() { condition.wait() }
      return isOpen
    }
  }

  /// Makes the waiting threads check again.
  package func wake() { condition.withLock { condition.broadcast() } }
}
