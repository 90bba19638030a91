// Exercise 04: a concurrent operation
//
// A download begins at once and takes its time. Its operation blocks no thread while it waits: `start` calls
// the work and returns, and another thread calls `done` later. Until then the operation executes, and
// observers are notified only if you announce it. You may add members, types and imports, and override other
// members of MiniOperation. Run the tests: swift run course check 4

import MiniOperations

/// A task that continues after `start` has returned.
public final class Transfer: MiniOperation, @unchecked Sendable {
  /// Begins the work and returns at once; calls `done` when the work is done, on any thread, maybe more than
  /// once.
  public typealias Work = @Sendable (_ done: @escaping @Sendable () -> Void) -> Void

  private let work: Work

  /// Creates an operation whose `start` calls `work`.
  public init(work: @escaping Work) {
    self.work = work
  }

  public override var isAsynchronous: Bool { true }

  public override var isExecuting: Bool {
    // TODO: In which states is this true?
    false
  }

  public override var isFinished: Bool {
    // TODO: In which states is this true?
    false
  }

  /// Calls `work` once, unless the operation was cancelled before.
  public override func start() {
    // TODO: What is checked first, what is announced, and what is the last line?
  }

  // TODO: Finish in one method, whoever calls it.
}
