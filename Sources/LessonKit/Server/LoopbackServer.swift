import Foundation
import MiniOperations

/// A small web server on this machine, so that lessons can download without a network.
///
///     let server = LoopbackServer()
///     server.answer("/photo", with: .bytes(192_000).delayed(by: 2))
///     try server.start()
///     … URLSession … server.url("/photo") …
///     server.stop()
///
/// It listens only on 127.0.0.1, at a port that the system chooses, and closes a connection after one answer.
/// `stop` closes all connections, also while a client waits, and a later `start` listens at the same port
/// again.
public final class LoopbackServer: Sendable {
  private let state = ServerState()
  private let timeScale: Double

  /// Creates a server that is down; delays are multiplied by `timeScale`.
  public init(timeScale: Double = 1) { self.timeScale = timeScale }

  deinit {
    stop()
    state.withLock { $0.reservation?.close() }
  }

  // MARK: Up and down

  /// Brings the server up; do not call it at the same time as `stop`.
  public func start() throws {
    if isUp { return }
    let port = try state.withLock { content in
      if content.port == 0 {
        let socket = try Socket(port: 0)
        content.port = socket.port
        #if os(Linux)
          // Two sockets can share a port if only one listens, so no other process gets it while the server is
          // down.
          content.reservation = socket
        #else
          socket.close()
        #endif
      }
      return content.port
    }
    let listener = try Socket(port: port)
    try listener.listen()
    state.withLock { $0.isUp = true }
    let thread = Thread { [state, timeScale] in
      var loop = ServerLoop(listener: listener, state: state, timeScale: timeScale)
      loop.run()
    }
    thread.name = "server"
    thread.start()
  }

  /// Takes the server down: connections are closed, and new ones are refused when this returns.
  public func stop() {
    state.change { if $0.isUp { $0.isClosing = true } }
    state.wait { !$0.isUp }
  }

  /// Whether the server is up.
  public var isUp: Bool { state.withLock(\.isUp) }

  /// The port, 0 before the first `start`; it stays the same for the server's life.
  public var port: Int { state.withLock { Int($0.port) } }

  /// The address of this path; the server must have been started.
  public func url(_ path: String) -> URL {
    precondition(path.hasPrefix("/"), "'\(path)' is not a path. Begin it with a slash.")
    precondition(port != 0, "A server has no address before its first start(). Start it first.")
    return URL(string: "http://127.0.0.1:\(port)\(path)")!
  }

  // MARK: Answers

  /// Sets the answer from now on to requests for `path`; other paths are answered with 404.
  public func answer(_ path: String, with answer: Answer) { state.change { $0.answers[path] = answer } }

  /// Makes all requests for `path` wait until `release`.
  public func hold(_ path: String) { state.change { _ = $0.held.insert(path) } }

  /// Answers the waiting requests for `path`.
  public func release(_ path: String) { state.change { $0.held.remove(path) } }

  // MARK: Requests

  /// The requested paths, in order.
  public var requests: [String] { state.withLock(\.requests) }

  /// The paths whose clients disconnected before they had their answers.
  public var abandoned: [String] { state.withLock(\.abandoned) }

  /// Waits for this many requests, counted from the server's first start; false if half a minute passes
  /// first.
  @discardableResult
  public func waitForRequests(_ count: Int) -> Bool { state.wait { $0.requests.count >= count } }

  /// Waits until this many clients have disconnected without an answer; false if half a minute passes first.
  @discardableResult
  public func waitForAbandoned(_ count: Int) -> Bool { state.wait { $0.abandoned.count >= count } }
}

extension Show {
  /// Makes a server whose delays `--fast` shortens, as it does the lesson's other waits.
  public func makeServer() -> LoopbackServer { LoopbackServer(timeScale: shortened(1)) }
}
