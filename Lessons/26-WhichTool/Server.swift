import Dispatch
import MiniOperations
import Synchronization

/// A server with the interface of ten years ago: a callback, on a thread of the server.
///
/// It answers when so many requests have arrived, or after five seconds.
final class Server: Sendable {
  private static let thread = RunLoopThread(name: "server")

  private struct State {
    var waiting: [@Sendable () -> Void] = []
    var most = 0
    var isOpen = false
  }

  private let state = Mutex(State())
  private let hasRequest = DispatchSemaphore(value: 0)
  private let count: Int

  init(answersAfter count: Int) { self.count = count }

  /// The largest number of requests that waited for their answers at the same time.
  var mostAtOnce: Int { state.withLock { $0.most } }

  /// Asks for a photo; `completion` is called when it has arrived.
  func load(_ name: String, completion: @escaping @Sendable (String) -> Void) {
    let waiting = state.withLock { state in
      state.waiting.append { completion("the \(name)") }
      state.most = max(state.most, state.waiting.count)
      return state.waiting.count
    }
    hasRequest.signal()
    if waiting == 1 { DispatchQueue.global().asyncAfter(deadline: .now() + 5) { self.open() } }
    if waiting >= count { open() } else if state.withLock({ $0.isOpen }) { answer() }
  }

  /// Returns when a request has arrived.
  func waitForRequest() { hasRequest.wait() }

  /// Answers the requests that have arrived.
  func answer() {
    Server.thread.post { [self] in
      let calls = state.withLock { state in
        defer { state.waiting = [] }
        return state.waiting
      }
      for call in calls { call() }
    }
  }

  private func open() {
    state.withLock { $0.isOpen = true }
    answer()
  }
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
