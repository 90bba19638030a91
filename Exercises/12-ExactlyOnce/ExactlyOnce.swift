// Exercise 12: exactly once
//
// A fetch passes its work to a transfer, which calls back when the work is complete: on any thread, sometimes
// at the same time as cancel(), and a careless one even twice. The screen wants one answer: always, once, on
// a thread of its choice. Afterwards everything must be released. You may add members, types and imports, and
// override other members of MiniOperation. Run the tests: swift run course check 12

import MiniOperations

/// Why there is no text.
public enum FetchError: Error, Equatable { case cancelled, failed(String) }

/// Fetches a text and delivers exactly one answer.
public final class Fetch: MiniOperation, @unchecked Sendable {
  /// The text, or the reason why there is none.
  public typealias Answer = Result<String, FetchError>
  /// Begins the work and returns at once, with a closure that stops it; calls `done` when the work is
  /// complete.
  public typealias Transfer = @Sendable (_ done: @escaping @Sendable (Answer) -> Void) -> @Sendable () -> Void

  private let transfer: Transfer
  private let receiver: RunLoopThread

  /// Makes a fetch whose answer is delivered to `completion`, on the thread `receiver`.
  public init(
    _ transfer: @escaping Transfer, for receiver: RunLoopThread,
    completion: @escaping @Sendable (Answer) -> Void
  ) {
    self.transfer = transfer
    self.receiver = receiver
    // TODO: Where is the completion stored, and until when?
  }

  public override var isAsynchronous: Bool { true }

  public override var isExecuting: Bool {
    // TODO: From its start until it finishes.
    super.isExecuting
  }

  public override var isFinished: Bool {
    // TODO: When it has finished, for whatever reason.
    super.isFinished
  }

  public override func start() {
    // TODO: Begin the transfer. What if it calls done before it returns? What if the fetch is cancelled
    // already?
  }

  public override func cancel() {
    super.cancel()
    // TODO: A transfer does not check isCancelled. Has it begun?
  }

  // TODO: Several threads may try to finish the fetch at the same time, and one of them must win.
}
