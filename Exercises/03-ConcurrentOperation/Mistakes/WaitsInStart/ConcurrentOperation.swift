// Exercise 03: a concurrent operation
//
// Wrong: start returns when the work is done, and holds a thread all the time.

import MiniOperations

/// A task that goes on when `start` has returned.
public final class Transfer: MiniOperation, @unchecked Sendable {
  // Unchecked: the variables are touched while `lock` is held, the rest is constant.

  /// Begins the work and returns at once; calls `done` when it is over, on any thread, maybe more than once.
  public typealias Work = @Sendable (_ done: @escaping @Sendable () -> Void) -> Void

  private enum State { case waiting, executing, finished }

  private let work: Work
  private let lock = RecursiveLock(name: "TransferLock")
  private var state = State.waiting
  private var endIsTaken = false

  /// Makes an operation that will begin `work`.
  public init(work: @escaping Work) {
    self.work = work
  }

  public override var isAsynchronous: Bool { true }

  // One state answers both questions, so there is no moment in which both are true.
  public override var isExecuting: Bool { lock.withLock { state == .executing } }

  public override var isFinished: Bool { lock.withLock { state == .finished } }

  /// Calls `work`, once and on the calling thread, unless there is no need any more.
  public override func start() {
    // A cancelled operation must end as well, or its queue waits for ever.
    guard !isCancelled else { return end() }
    guard !isFinished else { return }
    willChangeValue(forKey: "isExecuting")
    lock.withLock { state = .executing }
    didChangeValue(forKey: "isExecuting")
    // Last of all: the work may be done before this call returns.
    let isDone = Condition(name: "is done")
    work { [self] in
      end()
      isDone.withLock { isDone.broadcast() }
    }
    isDone.withLock { while !isFinished { isDone.wait() } }
  }

  /// Ends the operation for the first who comes here.
  private func end() {
    guard let wasExecuting = takeEnd() else { return }
    // Without the lock, because an observer may do anything, also wait for somebody who needs it.
    willChangeValue(forKey: "isFinished")
    if wasExecuting { willChangeValue(forKey: "isExecuting") }
    lock.withLock { state = .finished }
    if wasExecuting { didChangeValue(forKey: "isExecuting") }
    didChangeValue(forKey: "isFinished")
  }

  /// Whether the work had begun; nil for all but the first.
  ///
  /// The question and the note that it was asked are one step, so that two cannot both be the first.
  private func takeEnd() -> Bool? {
    lock.withLock {
      guard !endIsTaken else { return nil }
      endIsTaken = true
      return state == .executing
    }
  }
}
