import MiniOperations
import Synchronization

/// The first attempt: `main` sends the request and returns.
final class FirstAttempt: MiniOperation, @unchecked Sendable {
  // Unchecked: the property is constant.
  let server: Server

  init(from server: Server) { self.server = server }

  override func main() { server.fetch {} }
}

// snippet: download
/// A download whose answer arrives after `start()` has returned.
///
/// Not `final`, so that the lesson can leave out a part in a subclass.
class Download: MiniOperation, @unchecked Sendable {
  // Unchecked: the state is in its lock, the server is constant.
  enum State { case waiting, executing, finished }
  private let state = Mutex(State.waiting)
  let server: Server

  init(from server: Server) { self.server = server }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { state.withLock { $0 == .executing } }
  override var isFinished: Bool { state.withLock { $0 == .finished } }

  override func start() {
    guard !isCancelled else { return move(to: .finished, announcing: "isFinished") }
    move(to: .executing, announcing: "isExecuting")
    server.fetch { self.move(to: .finished, announcing: "isExecuting", "isFinished") }
  }

  func move(to new: State, announcing keys: String...) {
    for key in keys { willChangeValue(forKey: key) }
    state.withLock { $0 = new }
    for key in keys { didChangeValue(forKey: key) }
  }
}
// end
