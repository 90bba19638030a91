import Dispatch
import MiniOperations
import Synchronization

/// A server with the interface of ten years ago: a callback, on a thread of the server.
///
/// It answers when so many requests have arrived, or after five seconds; with `.max`, when it is told to.
final class Server: Sendable {
  private static let thread = RunLoopThread(name: "server")

  private struct State {
    var waiting: [Request] = []
    var most = 0
    var isOpen = false
  }

  private let state = Mutex(State())
  private let hasRequest = DispatchSemaphore(value: 0)
  private let count: Int

  init(answersAfter count: Int) { self.count = count }

  /// The largest number of requests that waited for their answers at the same time.
  var mostAtOnce: Int { state.withLock { $0.most } }

  /// Creates a request for a photo.
  func request(_ name: String) -> Request { Request(name, to: self) }

  fileprivate func receive(_ request: Request) {
    let waiting = state.withLock { state in
      state.waiting.append(request)
      state.most = max(state.most, state.waiting.count)
      return state.waiting.count
    }
    hasRequest.signal()
    if waiting == 1 && count < .max {
      DispatchQueue.global().asyncAfter(deadline: .now() + 5) { self.open() }
    }
    if waiting >= count { open() } else if state.withLock({ $0.isOpen }) { answer() }
  }

  /// Returns when a request has arrived.
  func waitForRequest() { hasRequest.wait() }

  /// Answers the requests that have arrived.
  func answer() {
    Server.thread.post { [self] in
      let requests = state.withLock { state in
        defer { state.waiting = [] }
        return state.waiting
      }
      for request in requests { request.complete("the \(request.name)") }
    }
  }

  private func open() {
    state.withLock { $0.isOpen = true }
    answer()
  }
}

/// One request; its completion is called once, with nil if it was cancelled, before it was sent or
/// afterwards.
final class Request: Sendable {
  private enum State {
    case created
    case sent(@Sendable (String?) -> Void)
    case completed
  }

  let name: String
  private let server: Server
  private let state = Mutex(State.created)

  fileprivate init(_ name: String, to server: Server) { (self.name, self.server) = (name, server) }

  func send(_ completion: @escaping @Sendable (String?) -> Void) {
    let isNew = state.withLock { state in
      guard case .created = state else { return false }
      state = .sent(completion)
      return true
    }
    if isNew { server.receive(self) } else { completion(nil) }
  }

  func cancel() { complete(nil) }

  fileprivate func complete(_ photo: String?) {
    let before = state.withLock { state in
      defer { state = .completed }
      return state
    }
    if case .sent(let completion) = before { completion(photo) }
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
