// Exercise 04: a concurrent operation
//
// Built on Swift's `Mutex`, and with one announcement after the other: first isExecuting becomes false, then
// isFinished true. In between both are false, which breaks no rule. `done` is an object that works once.

import Foundation
import MiniOperations
import Synchronization

/// Calls its action once, and releases it.
private final class OneShot: @unchecked Sendable {
  // Unchecked: `action` is accessed only under `lock`.
  private let lock = NSLock()
  private var action: (@Sendable () -> Void)?

  init(_ action: @escaping @Sendable () -> Void) { self.action = action }

  func call() { lock.withLock { action.take() }?() }
}

/// A task that continues after `start` has returned.
public final class Transfer: MiniOperation, @unchecked Sendable {
  // Unchecked: `life` has its own lock, the rest is constant.

  /// Begins the work and returns at once; calls `done` when the work is done, on any thread, maybe more than
  /// once.
  public typealias Work = @Sendable (_ done: @escaping @Sendable () -> Void) -> Void

  /// Moves forward only; the thread that makes a move announces it.
  private enum Life { case new, starting, executing, stopped, finished }

  private let work: Work
  private let life = Mutex(Life.new)

  /// Creates an operation whose `start` calls `work`.
  public init(work: @escaping Work) {
    self.work = work
  }

  public override var isAsynchronous: Bool { true }

  public override var isExecuting: Bool { life.withLock { $0 == .executing } }

  public override var isFinished: Bool { life.withLock { $0 == .finished } }

  /// Calls `work` once, unless the operation was cancelled before.
  public override func start() {
    if isCancelled {
      if move(from: .new, to: .stopped) { announceFinish() }
    } else if move(from: .new, to: .starting) {
      willChangeValue(for: \.isExecuting)
      _ = move(from: .starting, to: .executing)
      didChangeValue(for: \.isExecuting)
      let done = OneShot { self.workIsDone() }
      work { done.call() }
    }
  }

  private func workIsDone() {
    willChangeValue(for: \.isExecuting)
    _ = move(from: .executing, to: .stopped)
    didChangeValue(for: \.isExecuting)
    announceFinish()
  }

  private func announceFinish() {
    willChangeValue(for: \.isFinished)
    _ = move(from: .stopped, to: .finished)
    didChangeValue(for: \.isFinished)
  }

  /// Whether the life was `from` and is `to` now.
  private func move(from: Life, to: Life) -> Bool {
    life.withLock { life in
      guard life == from else { return false }
      life = to
      return true
    }
  }
}
