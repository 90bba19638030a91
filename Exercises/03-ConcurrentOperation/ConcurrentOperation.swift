// Exercise 03: a concurrent operation
//
// A download is begun in a moment and takes its time. Its operation holds no thread meanwhile: `start`
// begins it and returns, and some other thread reports later that it is done. Until then the operation
// executes, and no observer knows that unless you announce it. Tried with: swift test --filter Exercise03

import MiniOperations

/// A task that continues after `start` has returned.
public final class Transfer: MiniOperation, @unchecked Sendable {
  /// Begins the work and returns at once; calls `done` when it is over, on any thread, maybe more than once.
  public typealias Work = @Sendable (_ done: @escaping @Sendable () -> Void) -> Void

  private let work: Work

  /// Makes an operation that will begin `work`.
  public init(work: @escaping Work) {
    self.work = work
  }

  public override var isAsynchronous: Bool { true }

  public override var isExecuting: Bool {
    // TODO: From when to when?
    false
  }

  public override var isFinished: Bool {
    // TODO: From when on?
    false
  }

  /// Calls `work`, once and on the calling thread, unless there is no need any more.
  public override func start() {
    // TODO: What comes first, what is announced, and what comes last?
  }

  // TODO: Give the end one method, wherever it comes from.
}
