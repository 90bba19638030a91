// Exercise 11: exactly once
//
// A fetch hands its work to a transfer, which calls back when it is over: on any thread, sometimes at the
// very moment of a cancel, and a careless one even twice. The screen that asked for the text wants one
// answer: always, once, on a thread of its choice. Nothing of it may be kept afterwards.
//
// Tried with: swift test --filter Exercise11

import MiniOperations

/// Why there is no text.
public enum FetchError: Error, Equatable { case cancelled, failed(String) }

/// Fetches a text and reports exactly once how that ended.
public final class Fetch: MiniOperation, @unchecked Sendable {
  /// How a fetch ends.
  public typealias Answer = Result<String, FetchError>
  /// Begins the work and returns at once, with the way to stop it; it calls `done` when the work is over.
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
    // TODO: What keeps the completion, and until when?
  }

  public override var isAsynchronous: Bool { true }

  public override var isExecuting: Bool {
    // TODO: From the start until the end.
    super.isExecuting
  }

  public override var isFinished: Bool {
    // TODO: From the end on, however it came about.
    super.isFinished
  }

  public override func start() {
    // TODO: Begin the transfer. What if it calls back before it returns? What if it need not begin at all?
  }

  public override func cancel() {
    super.cancel()
    // TODO: A transfer does not check isCancelled. Has it begun?
  }

  // TODO: Several threads may try to end the fetch at once, and one of them must win.
}
