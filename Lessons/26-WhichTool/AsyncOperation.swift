import MiniOperations

// snippet: base
/// An operation for work that continues after the call that began it.
///
/// Override `begin()`, which begins the work and returns. Call `finish()` when the work is done, on any thread; only the
/// first call counts. Check `isCancelled`, or override `cancel()`, call `super`, and stop the work; then finish.
///
/// With Foundation, replace `MiniOperation` by `Operation` and `RecursiveLock(name:)` by `NSRecursiveLock()`.
class AsyncOperation: MiniOperation, @unchecked Sendable {
  // Unchecked: `state` is accessed while `lock` is locked. A subclass must protect what it adds.
  private enum State { case waiting, executing, finished }
  private let lock = RecursiveLock(name: "AsyncOperation")
  private var state = State.waiting

  final override var isAsynchronous: Bool { true }
  final override var isExecuting: Bool { lock.withLock { state == .executing } }
  final override var isFinished: Bool { lock.withLock { state == .finished } }

  final override func start() {
    // A cancelled operation must finish, too, and begins no work.
    if isCancelled {
      _ = move(from: .waiting, to: .finished, announcing: ["isFinished"])
    } else if move(from: .waiting, to: .executing, announcing: ["isExecuting"]) {
      begin()
    }
  }

  /// Begins the work and returns.
  func begin() { finish() }

  /// Finishes the operation, if it executes.
  final func finish() {
    _ = move(from: .executing, to: .finished, announcing: ["isFinished", "isExecuting"])
  }

  /// Checks and changes the state under one lock; false if it was another one.
  private func move(from old: State, to new: State, announcing keys: [String]) -> Bool {
    lock.lock()
    guard state == old else {
      lock.unlock()
      return false
    }
    for key in keys { willChangeValue(forKey: key) }
    state = new
    lock.unlock()
    // After unlocking: observers may call anything.
    for key in keys.reversed() { didChangeValue(forKey: key) }
    return true
  }
}
// end
