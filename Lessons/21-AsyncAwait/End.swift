import Dispatch
import LessonKit
import MiniOperations
import Synchronization

extension MiniOperation {
  /// Returns when the operation has finished, and holds no thread until then.
  ///
  /// Cancelling the task that waits cancels the operation; its end is waited for all the same. The gate is opened
  /// when the task waits.
  func end(_ isAwaited: Gate? = nil) async {
    let waiter = Waiter()
    // snippet: end
    await withTaskCancellationHandler {
      await withCheckedContinuation {
        waiter.wait(for: self, $0)
        isAwaited?.open()
      }
    } onCancel: {
      cancel()
    }
    // end
  }
}

/// Resumes a continuation once, although the end may be told twice: as it is and as it comes.
private final class Waiter: Sendable {
  private struct State {
    var continuation: CheckedContinuation<Void, Never>?
    var observation: MiniObservation?
  }

  private let state = Mutex(State())

  func wait(for operation: MiniOperation, _ continuation: CheckedContinuation<Void, Never>) {
    state.withLock { $0.continuation = continuation }
    let observation = operation.observe(\.isFinished, options: [.initial, .new]) { _, change in
      if change.newValue == true { self.resume() }
    }
    // Kept while a task waits: it and this object hold each other until then.
    state.withLock { if $0.continuation != nil { $0.observation = observation } }
  }

  private func resume() {
    let state = state.withLock { state in
      defer { state = State() }
      return state
    }
    state.continuation?.resume()
  }
}

/// Something that one side waits for and the other does, for a schedule without luck.
final class Gate: Sendable {
  private let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() { (stream, continuation) = AsyncStream.makeStream() }

  /// Lets the task through that waits, now or later.
  func open() { continuation.finish() }

  /// Returns when the gate is open, or the task was cancelled.
  func passed() async { for await _ in stream {} }
}

/// Runs async work from the lesson's main thread, which no task needs, and waits for it there.
func fromMain<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) -> Value {
  let done = DispatchSemaphore(value: 0)
  let result = Mutex<Value?>(nil)
  Task.detached {
    let value = await body()
    result.withLock { $0 = value }
    done.signal()
  }
  done.wait()
  return result.withLock { $0! }
}
