// Exercise 14: await an operation's value

import Foundation
import MiniOperations

/// An operation that calculates a number, which tasks can await.
public final class Calculation: MiniOperation, @unchecked Sendable {
  // Unchecked: `outcome` and `streams` are touched while `lock` is held; the rest is constant.

  private let lock = NSLock()
  private var outcome: Result<Int, any Error>?
  /// One stream of a single element for each who waits.
  private var streams: [AsyncStream<Result<Int, any Error>>.Continuation] = []
  private let work: @Sendable () throws -> Int

  /// Makes an operation that runs `work`.
  public init(_ work: @escaping @Sendable () throws -> Int) { self.work = work }

  /// What `work` has made; throws its error, or `CancellationError` when the operation was cancelled first.
  ///
  /// The first event decides, and all callers get the same outcome, even late ones. Cancelling a waiting task
  /// cancels the operation.
  public func value() async throws -> Int {
    let (stream, continuation) = AsyncStream.makeStream(of: Result<Int, any Error>.self)
    join(continuation)
    return try await withTaskCancellationHandler {
      for await outcome in stream { return try outcome.get() }
      // The stream of a cancelled task resumes it.
      return try settle(.failure(CancellationError())).get()
    } onCancel: {
      cancel()
    }
  }

  public override func main() { settle(Result(catching: work)) }

  public override func cancel() {
    super.cancel()
    if isCancelled { settle(.failure(CancellationError())) }
  }

  private func join(_ continuation: AsyncStream<Result<Int, any Error>>.Continuation) {
    lock.withLock {
      if let outcome { continuation.yield(outcome) } else { streams.append(continuation) }
    }
  }

  /// The outcome, which is the given one if there was none.
  @discardableResult
  private func settle(_ proposal: Result<Int, any Error>) -> Result<Int, any Error> {
    let (outcome, streams) = lock.withLock {
      defer { self.streams = [] }
      let decided = self.outcome ?? proposal
      self.outcome = decided
      return (decided, self.streams)
    }
    for stream in streams { stream.yield(outcome) }
    return outcome
  }
}
