@testable import MiniOperations

/// An operation that continues after its `main` until it is told to end.
final class ContinuingOperation: MiniOperation, @unchecked Sendable {
  // Unchecked: behind its own lock.
  private let mayEnd = Locked(false)

  override var isFinished: Bool { super.isFinished && mayEnd.withLock { $0 } }

  func end() {
    willChangeValue(forKey: "isFinished")
    mayEnd.withLock { $0 = true }
    didChangeValue(forKey: "isFinished")
  }
}
