import MiniOperations
import Synchronization

extension MiniOperation {
  /// Returns when the operation has finished, and blocks no thread until then.
  ///
  /// Cancelling the waiting task cancels the operation; the task still waits until it has finished. The gate
  /// is opened when the task waits.
  func end(_ isAwaited: Gate? = nil) async {
    let waiter = Waiter(isAwaited)
    // snippet: end
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiter.wait(for: self, $0) }
    } onCancel: {
      cancel()
    }
    // end
  }
}

/// Resumes a continuation once, although `isFinished` may be reported twice: as present value and as change.
private final class Waiter: Sendable {
  private struct State {
    var continuation: CheckedContinuation<Void, Never>?
    var observation: MiniObservation?
  }

  private let state = Mutex(State())
  private let isAwaited: Gate?

  init(_ isAwaited: Gate?) { self.isAwaited = isAwaited }

  func wait(for operation: MiniOperation, _ continuation: CheckedContinuation<Void, Never>) {
    state.withLock { $0.continuation = continuation }
    let observation = operation.observe(\.isFinished, options: [.initial, .new]) { _, change in
      if change.newValue == true { self.resume() }
    }
    // Stored while a task waits: the observation and this object retain each other until then.
    state.withLock { if $0.continuation != nil { $0.observation = observation } }
    isAwaited?.open()
  }

  private func resume() {
    let state = state.withLock { state in
      defer { state = State() }
      return state
    }
    state.continuation?.resume()
  }
}
