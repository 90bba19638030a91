// Exercise 15: await an operation's value

import Foundation
import MiniOperations

/// An operation that calculates a number, which tasks can await.
public final class Calculation: MiniOperation, @unchecked Sendable {
  // Unchecked: `outcome` and `streams` are accessed while `lock` is held; the rest is constant.

  private let lock = NSLock()
  private var outcome: Result<Int, any Error>?
  /// One stream of a single element for each task that waits.
  private var streams: [AsyncStream<Result<Int, any Error>>.Continuation] = []
  private let work: @Sendable () throws -> Int

  /// Makes an operation that runs `work`.
  public init(_ work: @escaping @Sendable () throws -> Int) { self.work = work }

  /// The value of `work`; throws its error, or `CancellationError` if the operation was cancelled before.
  ///
  /// The first event decides: the return of `work`, or `cancel()`. All callers get the same outcome, early or
  /// late. Cancelling a task that waits cancels the operation.
  public func value() async throws -> Int {
    let (stream, continuation) = AsyncStream.makeStream(of: Result<Int, any Error>.self)
    join(continuation)
    return try await withTaskCancellationHandler {
      for await outcome in stream { return try outcome.get() }
      // When the task is cancelled, its stream finishes without an element.
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

  /// Returns the outcome, which becomes the given one if there was none.
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
