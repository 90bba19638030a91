// Exercise 03: a concurrent operation
//
// Built on a lock of Swift's own, and with one announcement after the other: first it executes no longer,
// then it has finished. In between it does neither, which breaks no rule.

import MiniOperations
import Synchronization

/// A task that continues after `start` has returned.
public final class Transfer: MiniOperation, @unchecked Sendable {
  // Unchecked: `life` has its own lock, the rest is constant.

  /// Begins the work and returns at once; calls `done` when it is over, on any thread, maybe more than once.
  public typealias Work = @Sendable (_ done: @escaping @Sendable () -> Void) -> Void

  /// Forward only: who moves it to a place has come there first, and does what belongs to it.
  private enum Life { case new, begun, executing, ending, stopped, finished }

  private let work: Work
  private let life = Mutex(Life.new)

  /// Makes an operation that will begin `work`.
  public init(work: @escaping Work) {
    self.work = work
  }

  public override var isAsynchronous: Bool { true }

  public override var isExecuting: Bool {
    let life = life.withLock { $0 }
    return life == .executing || life == .ending
  }

  public override var isFinished: Bool { life.withLock { $0 == .finished } }

  /// Calls `work`, once and on the calling thread, unless there is no need any more.
  public override func start() {
    if isCancelled {
      if move(from: .new, to: .stopped) { announceEnd() }
    } else if move(from: .new, to: .begun) {
      willChangeValue(for: \.isExecuting)
      _ = move(from: .begun, to: .executing)
      didChangeValue(for: \.isExecuting)
      work { self.workIsDone() }
    }
  }

  private func workIsDone() {
    guard move(from: .executing, to: .ending) else { return }
    willChangeValue(for: \.isExecuting)
    _ = move(from: .ending, to: .stopped)
    didChangeValue(for: \.isExecuting)
    announceEnd()
  }

  private func announceEnd() {
    willChangeValue(for: \.isFinished)
    _ = move(from: .stopped, to: .finished)
    didChangeValue(for: \.isFinished)
  }

  /// Whether the life was there and has been moved on.
  private func move(from: Life, to: Life) -> Bool {
    life.withLock { life in
      guard life == from else { return false }
      life = to
      return true
    }
  }
}
