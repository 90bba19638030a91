import Dispatch
import MiniOperations

/// Cancels another operation if it takes too long from its start on.
///
/// Like `Retry`, it belongs in a queue with the automatic limit.
final class Timeout: MiniOperation, @unchecked Sendable {
  // Unchecked: the two flags are accessed only while `changed` is locked, the rest is constant.
  private let operation: MiniOperation
  private let (limit, time): (Duration, any Timekeeper)
  private let changed = Condition(name: "timeout")
  private var (hasBegun, hasFinished) = (false, false)

  init(of operation: MiniOperation, after limit: Duration, on time: any Timekeeper) {
    (self.operation, self.limit, self.time) = (operation, limit, time)
  }

  override func main() {
    let observations = [
      operation.observe(\.isExecuting, options: [.initial, .new]) { [self] _, change in
        if change.newValue == true { note { hasBegun = true } }
      },
      operation.observe(\.isFinished, options: [.initial, .new]) { [self] _, change in
        if change.newValue == true { note { hasFinished = true } }
      },
    ]
    // snippet: timeout
    changed.withLock { while !hasBegun && !hasFinished { changed.wait() } }
    let deadline = time.now + limit
    let isInTime = changed.withLock {
      while !hasFinished && changed.wait(until: deadline, on: time) {}
      return hasFinished
    }
    if !isInTime { operation.cancel() }
    // end
    for observation in observations { observation.invalidate() }
  }

  private func note(_ change: () -> Void) {
    changed.withLock {
      change()
      changed.broadcast()
    }
  }
}

/// An upload to a server that never answers; it runs until it is cancelled.
final class Endless: MiniOperation, @unchecked Sendable {
  // Unchecked: everything is constant.
  private let (hasBegun, isCancelledNow) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))

  override func main() {
    hasBegun.signal()
    isCancelledNow.wait()
  }

  /// Returns when the upload runs.
  func waitUntilBegun() { hasBegun.wait() }

  override func cancel() {
    super.cancel()
    isCancelledNow.signal()
  }
}
