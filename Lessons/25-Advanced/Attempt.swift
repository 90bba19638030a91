import MiniOperations
import Synchronization

/// One try to send a photo: it has finished when the server has answered, on the server's thread.
final class Attempt: MiniOperation, @unchecked Sendable {
  // Unchecked: the state is in its lock, the rest is constant.
  private enum State { case waiting, executing, busy, sent }
  private static let server = RunLoopThread(name: "server")
  private let state = Mutex(State.waiting)
  private let send: @Sendable () -> Bool

  /// `send` returns false if the server is busy.
  init(_ name: String, send: @escaping @Sendable () -> Bool) {
    self.send = send
    super.init()
    self.name = name
  }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { state.withLock { $0 == .executing } }
  override var isFinished: Bool { state.withLock { $0 == .busy || $0 == .sent } }
  var isSent: Bool { state.withLock { $0 == .sent } }

  override func start() {
    guard !isCancelled else { return move(to: .busy, announcing: "isFinished") }
    move(to: .executing, announcing: "isExecuting")
    Attempt.server.post { [self] in
      move(to: send() ? .sent : .busy, announcing: "isExecuting", "isFinished")
    }
  }

  private func move(to new: State, announcing keys: String...) {
    for key in keys { willChangeValue(forKey: key) }
    state.withLock { $0 = new }
    for key in keys { didChangeValue(forKey: key) }
  }
}
