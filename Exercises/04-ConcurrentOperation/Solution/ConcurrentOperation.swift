// Exercise 04: a concurrent operation
//
// A download begins at once and takes its time. Its operation blocks no thread while it waits: `start` calls
// the work and returns, and another thread calls `done` later. Until then the operation executes, and
// observers are notified only if you announce it. Run the tests: swift run course check 4

import MiniOperations

/// A task that continues after `start` has returned.
public final class Transfer: MiniOperation, @unchecked Sendable {
  // Unchecked: the variables are read and written while `lock` is held, the rest is constant.

  /// Begins the work and returns at once; calls `done` when the work is done, on any thread, maybe more than
  /// once.
  public typealias Work = @Sendable (_ done: @escaping @Sendable () -> Void) -> Void

  private enum State: Equatable {
    /// `start` has not been called.
    case new
    /// The first `start` has claimed the operation and announces that it executes.
    case starting
    case executing
    /// One call has claimed the finish and announces it.
    case finishing(wasExecuting: Bool)
    case finished
  }

  private let work: Work
  private let lock = RecursiveLock(name: "TransferLock")
  private var state = State.new

  /// Creates an operation whose `start` calls `work`.
  public init(work: @escaping Work) {
    self.work = work
  }

  public override var isAsynchronous: Bool { true }

  // Both are computed from one state, so they are never both true.
  public override var isExecuting: Bool {
    lock.withLock { state == .executing || state == .finishing(wasExecuting: true) }
  }

  public override var isFinished: Bool { lock.withLock { state == .finished } }

  /// Calls `work` once, unless the operation was cancelled before.
  public override func start() {
    // The claim precedes every other check: a second call that got further would call the work again or, once
    // the operation is cancelled, finish it while its work continues.
    guard claimStart() else { return }
    // A cancelled operation must finish as well, or its queue waits forever.
    guard !isCancelled else { return finish() }
    willChangeValue(forKey: "isExecuting")
    lock.withLock { state = .executing }
    didChangeValue(forKey: "isExecuting")
    // The last line, because the work may call `done` before it returns.
    work { [self] in finish() }
  }

  /// Finishes the operation in the first call.
  private func finish() {
    guard let wasExecuting = claimFinish() else { return }
    // Without the lock, because an observer may wait for a thread that needs it.
    willChangeValue(forKey: "isFinished")
    if wasExecuting { willChangeValue(forKey: "isExecuting") }
    lock.withLock { state = .finished }
    if wasExecuting { didChangeValue(forKey: "isExecuting") }
    didChangeValue(forKey: "isFinished")
  }

  /// Whether this call of `start` is the first.
  ///
  /// The check and the change are one step, so that two threads cannot both be first.
  private func claimStart() -> Bool {
    lock.withLock {
      guard state == .new else { return false }
      state = .starting
      return true
    }
  }

  /// Whether the operation was executing; nil for all calls but the first.
  private func claimFinish() -> Bool? {
    lock.withLock {
      switch state {
      case .starting, .executing:
        let wasExecuting = state == .executing
        state = .finishing(wasExecuting: wasExecuting)
        return wasExecuting
      case .new, .finishing, .finished: return nil
      }
    }
  }
}
