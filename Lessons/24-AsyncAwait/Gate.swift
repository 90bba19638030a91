import Dispatch
import Synchronization

/// A signal that one side waits for and the other side sends, so that the order is certain.
final class Gate: Sendable {
  private let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() { (stream, continuation) = AsyncStream.makeStream() }

  /// Lets a task that waits now or later continue.
  func open() { continuation.finish() }

  /// Returns when the gate is open, or the task was cancelled.
  func passed() async { for await _ in stream {} }
}

/// Runs asynchronous work from the lesson's main thread, which no task needs, and waits for it there.
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

/// A server whose first answer takes until a second picture is asked for, or five seconds.
final class PictureServer: Sendable {
  private let count = Mutex(0)
  private let gate = Gate()

  var loads: Int { count.withLock { $0 } }

  func load(_ name: String) async -> String {
    let number = count.withLock {
      $0 += 1
      return $0
    }
    if number > 1 { gate.open() } else { await waitForAnother() }
    return name
  }

  private func waitForAnother() async {
    let patience = Task { [gate] in
      try? await Task.sleep(for: .seconds(5))
      gate.open()
    }
    await gate.passed()
    patience.cancel()
  }
}
