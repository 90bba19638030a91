/// A gate that opens once and stays open.
///
/// `waitUntilFinished()` waits at one. An operation makes it only when somebody really waits.
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

  func wait() {
    condition.withLock {
      while !isOpen { condition.wait() }
    }
  }
}
