// Exercise 07: one at a time, with a pause in between
//
// Photos are resized one after the other. In the middle of photo 1, a caller suspends the runner. Photo 1 is
// resized to its end, because nothing can stop it from outside; photos 2 and 3 wait until the runner is
// resumed.
// Run the tests: swift run course check 7

import MiniOperations

/// Runs pieces of work one after the other, in the order in which they were added.
public final class SerialRunner: @unchecked Sendable {
  /// Takes a closure, returns at once, and has the closure called soon on some thread.
  public typealias Launch = @Sendable (@escaping @Sendable () -> Void) -> Void

  private let launch: Launch
  // Unchecked: the variables are touched while `lock` is held.
  private let lock = RecursiveLock(name: "runner")
  private var waiting: [@Sendable () -> Void] = []
  private var isSuspended = false
  // Whether a thread was launched and has not yet seen that there is nothing to do.
  private var isAtWork = false

  /// Creates a runner without work, and without a thread.
  ///
  /// When a piece can run, the runner calls `launch`. The launched closure runs pieces and returns when none
  /// is left or the runner is suspended.
  public init(launch: @escaping Launch) {
    self.launch = launch
  }

  /// Adds a piece of work after all others, and returns at once.
  public func add(_ piece: @escaping @Sendable () -> Void) {
    lock.withLock { waiting.append(piece) }
    launchIfNeeded()
  }

  /// Lets no other piece begin until ``resume()``; the running piece finishes.
  public func suspend() {
    // The thread at work checks it before the next piece.
    lock.withLock { isSuspended = true }
  }

  /// Lets pieces begin again, however often ``suspend()`` was called.
  public func resume() {
    lock.withLock { isSuspended = false }
    // A thread that is still at work sees it too, and then no other is needed.
    launchIfNeeded()
  }

  /// Removes all pieces that have not begun, and returns their number.
  public func drop() -> Int {
    // Released without the lock: the deinit of what only a piece holds may call the runner.
    let dropped = lock.withLock {
      defer { waiting = [] }
      return waiting
    }
    return dropped.count
  }

  private func launchIfNeeded() {
    let isNeeded = lock.withLock {
      guard !isAtWork, !isSuspended, !waiting.isEmpty else { return false }
      isAtWork = true
      return true
    }
    if isNeeded { launch { self.work() } }
  }

  private func work() {
    while let piece = next() { piece() }
  }

  private func next() -> (@Sendable () -> Void)? {
    lock.withLock {
      // To see that there is nothing to do and to leave is one step: an add from now on launches a new
      // thread.
      guard !isSuspended, !waiting.isEmpty else {
        isAtWork = false
        return nil
      }
      return waiting.removeFirst()
    }
  }
}
