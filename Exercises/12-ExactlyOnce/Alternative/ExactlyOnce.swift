// Exercise 12: exactly once

import MiniOperations
import Synchronization

/// Why there is no text.
public enum FetchError: Error, Equatable { case cancelled, failed(String) }

/// Fetches a text and delivers exactly one answer.
public final class Fetch: MiniOperation, @unchecked Sendable {
  // Unchecked: `life` has its own lock, the rest is constant.

  /// The text, or the reason why there is none.
  public typealias Answer = Result<String, FetchError>
  /// Begins the work and returns at once, with a closure that stops it; calls `done` when the work is
  /// complete.
  public typealias Transfer = @Sendable (_ done: @escaping @Sendable (Answer) -> Void) -> @Sendable () -> Void
  private typealias Completion = @Sendable (Answer) -> Void

  /// Each state stores what it needs, and the last one nothing.
  private enum Life: Sendable {
    case waiting(Completion)
    case starting(Completion, isCancelled: Bool)
    case executing(Completion, stop: @Sendable () -> Void)
    case ending
    case finished
  }

  private let life: Mutex<Life>
  private let transfer: Transfer
  private let receiver: RunLoopThread

  /// Makes a fetch whose answer is delivered to `completion`, on the thread `receiver`.
  public init(
    _ transfer: @escaping Transfer, for receiver: RunLoopThread,
    completion: @escaping @Sendable (Answer) -> Void
  ) {
    self.transfer = transfer
    self.receiver = receiver
    life = Mutex(.waiting(completion))
  }

  public override var isAsynchronous: Bool { true }

  public override var isExecuting: Bool {
    life.withLock {
      switch $0 {
      case .starting, .executing, .ending: true
      case .waiting, .finished: false
      }
    }
  }

  public override var isFinished: Bool { life.withLock { if case .finished = $0 { true } else { false } } }

  public override func start() {
    willChangeValue(for: \.isExecuting)
    life.withLock { life in
      guard case .waiting(let completion) = life else { return }
      life = .starting(completion, isCancelled: isCancelled)
    }
    didChangeValue(for: \.isExecuting)
    if isCancelled { return end(with: .failure(.cancelled)) }
    let stop = transfer { self.end(with: $0) }
    let isTooLate = life.withLock { life in
      guard case .starting(let completion, let isCancelled) = life else { return false }
      life = .executing(completion, stop: stop)
      return isCancelled
    }
    if isTooLate { end(with: .failure(.cancelled)) }
  }

  public override func cancel() {
    super.cancel()
    let isRunning = life.withLock { life in
      if case .starting(let completion, _) = life { life = .starting(completion, isCancelled: true) }
      return if case .executing = life { true } else { false }
    }
    if isRunning { end(with: .failure(.cancelled)) }
  }

  private func end(with last: Answer) {
    var answer = last
    var completion: Completion?
    var stop: (@Sendable () -> Void)?
    life.withLock { life in
      switch life {
      case .starting(let stored, let isCancelled):
        completion = stored
        // After cancel(), a call of `done` is not an answer.
        if isCancelled { answer = .failure(.cancelled) }
      case .executing(let stored, let known): (completion, stop) = (stored, known)
      case .waiting, .ending, .finished: return
      }
      life = .ending
    }
    guard let completion else { return }
    if case .failure(.cancelled) = answer { stop?() }
    for key in ["isExecuting", "isFinished"] { willChangeValue(forKey: key) }
    life.withLock { $0 = .finished }
    for key in ["isExecuting", "isFinished"] { didChangeValue(forKey: key) }
    receiver.post { [answer] in completion(answer) }
  }
}
