// Exercise 12: exactly once
//
// A fetch passes its work to a transfer, which calls back when the work is complete: on any thread, sometimes
// at the same time as cancel(), and a careless one even twice. The screen wants one answer: always, once, on
// a thread of its choice. Afterwards everything must be released.
//
// Run the tests: swift run course check 12

import MiniOperations

/// Why there is no text.
public enum FetchError: Error, Equatable { case cancelled, failed(String) }

/// Fetches a text and delivers exactly one answer.
public final class Fetch: MiniOperation, @unchecked Sendable {
  // Unchecked: `phase`, `completion` and `stop` are accessed while `lock` is held; the rest is constant.

  /// The text, or the reason why there is none.
  public typealias Answer = Result<String, FetchError>
  /// Begins the work and returns at once, with a closure that stops it; calls `done` when the work is
  /// complete.
  public typealias Transfer = @Sendable (_ done: @escaping @Sendable (Answer) -> Void) -> @Sendable () -> Void

  private enum Phase { case waiting, executing, finished }

  private let lock = RecursiveLock(name: "fetch")
  private var phase = Phase.waiting
  /// Nil when an answer has been decided: the thread that takes it must deliver the answer.
  private var completion: (@Sendable (Answer) -> Void)?
  /// Stops the transfer; nil when there is nothing to stop.
  private var stop: (@Sendable () -> Void)?

  private let transfer: Transfer
  private let receiver: RunLoopThread

  /// Makes a fetch whose answer is delivered to `completion`, on the thread `receiver`.
  public init(
    _ transfer: @escaping Transfer, for receiver: RunLoopThread,
    completion: @escaping @Sendable (Answer) -> Void
  ) {
    self.transfer = transfer
    self.receiver = receiver
    // Stored until an answer is decided; then it is released.
    self.completion = completion
  }

  public override var isAsynchronous: Bool { true }

  public override var isExecuting: Bool { lock.withLock { phase == .executing } }

  public override var isFinished: Bool { lock.withLock { phase == .finished } }

  public override func start() {
    // Cancelled before its start, it begins no transfer, and must answer nevertheless.
    if isCancelled { return finish(.failure(.cancelled)) }
    willChangeValue(forKey: "isExecuting")
    lock.withLock { phase = .executing }
    didChangeValue(forKey: "isExecuting")
    // Not weak: `done` may be the only reference to the fetch.
    let stop = transfer { self.finish($0) }
    // A transfer that called back before it returned need not be stopped.
    lock.withLock { if completion != nil { self.stop = stop } }
    // If cancel() was called before `stop` was stored, the transfer is stopped here.
    if isCancelled { finish(.failure(.cancelled)) }
  }

  public override func cancel() {
    super.cancel()
    // A fetch that was not started finishes in `start`: a queue removes only operations that it has started.
    let canBeStopped = lock.withLock { stop != nil }
    if canBeStopped { finish(.failure(.cancelled)) }
  }

  /// Finishes the fetch, unless another thread does.
  private func finish(_ answer: Answer) {
    // After cancel(), a call of `done` is not an answer, even if the transfer has not returned yet.
    let answer = isCancelled ? .failure(.cancelled) : answer
    // Taken, not read: of several threads, one gets the completion, and the others do nothing.
    let taken = lock.withLock { (completion: completion.take(), stop: stop.take(), phase: phase) }
    guard let completion = taken.completion else { return }
    if answer == .failure(.cancelled) { taken.stop?() }
    if taken.phase == .executing { willChangeValue(forKey: "isExecuting") }
    willChangeValue(forKey: "isFinished")
    lock.withLock { phase = .finished }
    // Without the lock: an observer may call the fetch, and may wait for another thread.
    if taken.phase == .executing { didChangeValue(forKey: "isExecuting") }
    didChangeValue(forKey: "isFinished")
    receiver.post { completion(answer) }
  }
}
