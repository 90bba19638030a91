// Exercise 03: a concurrent operation
//
// A download is begun in a moment and takes its time. Its operation holds no thread meanwhile: `start`
// begins it and returns, and some other thread reports later that it is done. Until then the operation
// executes, and no observer knows that unless you announce it. Tried with: swift test --filter Exercise03

import MiniOperations

/// A task that continues after `start` has returned.
public final class Transfer: MiniOperation, @unchecked Sendable {
  // Unchecked: the variables are touched while `lock` is held, the rest is constant.

  /// Begins the work and returns at once; calls `done` when it is over, on any thread, maybe more than once.
  public typealias Work = @Sendable (_ done: @escaping @Sendable () -> Void) -> Void

  private enum State: Equatable {
    /// The state while no call of `start` has come.
    case waiting
    /// The state while the first `start` announces, before the work begins.
    case starting
    case executing
    /// The state while the end is announced; there is a way in, and none out but the end.
    case ending(wasExecuting: Bool)
    case finished
  }

  private let work: Work
  private let lock = RecursiveLock(name: "TransferLock")
  private var state = State.waiting

  /// Makes an operation that will begin `work`.
  public init(work: @escaping Work) {
    self.work = work
  }

  public override var isAsynchronous: Bool { true }

  // One state answers both questions, so there is no moment in which both are true.
  public override var isExecuting: Bool {
    lock.withLock { state == .executing || state == .ending(wasExecuting: true) }
  }

  public override var isFinished: Bool { lock.withLock { state == .finished } }

  /// Calls `work`, once and on the calling thread, unless there is no need any more.
  public override func start() {
    // The claim comes before every other question: a second call that got further would begin the work
    // again, or, once the operation is cancelled, end it while its work continues.
    guard claimStart() else { return }
    // A cancelled operation must end as well, or its queue waits forever.
    guard !isCancelled else { return end() }
    willChangeValue(forKey: "isExecuting")
    lock.withLock { state = .executing }
    didChangeValue(forKey: "isExecuting")
    // Last of all: the work may be done before this call returns.
    work { [self] in end() }
  }

  /// Ends the operation for the first call that comes here.
  private func end() {
    guard let wasExecuting = claimEnd() else { return }
    // Without the lock: an observer may do anything, even wait for a thread that needs the lock.
    willChangeValue(forKey: "isFinished")
    if wasExecuting { willChangeValue(forKey: "isExecuting") }
    lock.withLock { state = .finished }
    if wasExecuting { didChangeValue(forKey: "isExecuting") }
    didChangeValue(forKey: "isFinished")
  }

  /// Whether this call of `start` is the first.
  ///
  /// The question and the note that it was asked are one step, so that two threads cannot both be first.
  private func claimStart() -> Bool {
    lock.withLock {
      guard state == .waiting else { return false }
      state = .starting
      return true
    }
  }

  /// Whether the work had begun; nil for all calls but the first.
  private func claimEnd() -> Bool? {
    lock.withLock {
      switch state {
      case .starting, .executing:
        let wasExecuting = state == .executing
        state = .ending(wasExecuting: wasExecuting)
        return wasExecuting
      case .waiting, .ending, .finished: return nil
      }
    }
  }
}
