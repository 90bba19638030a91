import MiniOperations

// snippet: base
/// An operation whose work goes on after the call that began it.
///
/// Override `begin()` to begin the work, and call `finish()` once it is done, on any thread; further calls do
/// nothing. Override `cancel()` to stop the work; then call `finish()`, too. Any thread may cancel at any
/// time, even just before `begin()`: work that was cancelled before it began must finish as well.
class AsyncOperation: MiniOperation, @unchecked Sendable {
  // Unchecked: `state` is accessed only under `lock`. A subclass must protect what it adds.
  private enum State { case waiting, starting, executing, finishing, finished }
  private let lock = RecursiveLock(name: "AsyncOperation")
  private var state = State.waiting

  final override var isAsynchronous: Bool { true }
  final override var isExecuting: Bool { lock.withLock { state == .executing || state == .finishing } }
  final override var isFinished: Bool { lock.withLock { state == .finished } }

  final override func start() {
    guard advance(from: .waiting, to: .starting) else { return }
    if isCancelled { return set(.finished, announcing: "isFinished") }
    set(.executing, announcing: "isExecuting")
    begin()
  }

  func begin() { finish() }

  final func finish() {
    guard advance(from: .executing, to: .finishing) else { return }
    set(.finished, announcing: "isExecuting", "isFinished")
  }

  /// Checks and changes the state in one step, so that only one thread gets true.
  private func advance(from old: State, to new: State) -> Bool {
    lock.withLock {
      guard state == old else { return false }
      state = new
      return true
    }
  }

  /// Announces the change while no lock is held: observers may call anything.
  private func set(_ new: State, announcing keys: String...) {
    for key in keys { willChangeValue(forKey: key) }
    lock.withLock { state = new }
    for key in keys { didChangeValue(forKey: key) }
  }
}
// end
