// Exercise 07: one at a time, and a pause between two
//
// Thread 1 counts to 9999, then Thread 2, then Thread 3. While the first one counts, a caller suspends the
// runner. Thread 1 counts on to its end, because nothing can stop it from outside; Threads 2 and 3 wait
// until the runner is resumed.
// Tried with: swift test --filter Exercise07

import MiniOperations

/// Does pieces of work one after the other, in the order in which they were added.
public final class SerialRunner: @unchecked Sendable {
  /// Has a closure called on some thread, soon, and returns at once.
  public typealias Launch = @Sendable (@escaping @Sendable () -> Void) -> Void

  private let launch: Launch
  // Unchecked: the variables are touched while `lock` is held.
  private let lock = RecursiveLock(name: "runner")
  private var waiting: [@Sendable () -> Void] = []
  private var isSuspended = false
  // Whether a thread was launched and has not yet seen that there is nothing to do.
  private var isAtWork = false

  /// Makes a runner that has nothing to do.
  ///
  /// It has no thread. When there is work it uses `launch`, and gives the thread back when it has none or
  /// is suspended.
  public init(launch: @escaping Launch) {
    self.launch = launch
  }

  /// Adds a piece of work behind all others, and returns at once.
  public func add(_ piece: @escaping @Sendable () -> Void) {
    lock.withLock { waiting.append(piece) }
    launchIfNeeded()
  }

  /// Lets no other piece begin until ``resume()``; the one that runs continues to its end.
  public func suspend() {
    // The thread at work checks it before the next piece.
    lock.withLock { isSuspended = true }
  }

  /// Lets pieces begin again, however often the runner was suspended.
  public func resume() {
    lock.withLock { isSuspended = false }
    // A thread that is still at work sees it too, and then no other is needed.
    launchIfNeeded()
  }

  /// Forgets all pieces that have not begun; returns how many they were.
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
      // To see that there is nothing to do and to leave is one step: an add from now on launches a new thread.
      guard !isSuspended, !waiting.isEmpty else {
        isAtWork = false
        return nil
      }
      return waiting.removeFirst()
    }
  }
}
