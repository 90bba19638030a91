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
  // Unchecked: `phase`, `completion` and `stop` are touched while `lock` is held; the rest is constant.

  /// How a fetch ends.
  public typealias Answer = Result<String, FetchError>
  /// Begins the work and returns at once, with the way to stop it; it calls `done` when the work is over.
  public typealias Transfer = @Sendable (_ done: @escaping @Sendable (Answer) -> Void) -> @Sendable () -> Void

  private enum Phase { case waiting, executing, finished }

  private let lock = RecursiveLock(name: "fetch")
  private var phase = Phase.waiting
  /// The answer that is still owed: there is one as long as the fetch has not ended.
  private var completion: (@Sendable (Answer) -> Void)?
  /// The way to stop the transfer, while there is something to stop.
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
    // Kept until the answer is delivered; then it is released.
    self.completion = completion
  }

  public override var isAsynchronous: Bool { true }

  public override var isExecuting: Bool { lock.withLock { phase == .executing } }

  public override var isFinished: Bool { lock.withLock { phase == .finished } }

  public override func start() {
    // Cancelled beforehand, nothing is transferred; the answer is still due.
    if isCancelled { return finish(.failure(.cancelled)) }
    willChangeValue(forKey: "isExecuting")
    lock.withLock { phase = .executing }
    didChangeValue(forKey: "isExecuting")
    // Not weak: the transfer keeps a fetch alive that has no other reference.
    let stop = transfer { self.finish($0) }
    // A transfer that called back before it returned leaves nothing to stop.
    lock.withLock { if completion != nil { self.stop = stop } }
    // A cancel that came before there was anything to stop is handled here.
    if isCancelled { finish(.failure(.cancelled)) }
  }

  public override func cancel() {
    super.cancel()
    // A fetch that has not begun is left to `start`: a queue removes only what it has started.
    let canBeStopped = lock.withLock { stop != nil }
    if canBeStopped { finish(.failure(.cancelled)) }
  }

  /// Ends the fetch, unless another thread has.
  private func finish(_ answer: Answer) {
    // A callback after a cancel is not an answer, even if it comes while the transfer begins.
    let answer = isCancelled ? .failure(.cancelled) : answer
    // Taken, not read: of all threads that arrive here at once, one gets it, and the others do nothing.
    let taken = lock.withLock { (completion: completion.take(), stop: stop.take(), phase: phase) }
    guard let completion = taken.completion else { return }
    if answer == .failure(.cancelled) { taken.stop?() }
    if taken.phase == .executing { willChangeValue(forKey: "isExecuting") }
    willChangeValue(forKey: "isFinished")
    lock.withLock { phase = .finished }
    // Without the lock: an observer may call anything, and may wait for another thread.
    if taken.phase == .executing { didChangeValue(forKey: "isExecuting") }
    didChangeValue(forKey: "isFinished")
    receiver.post { completion(answer) }
  }
}
