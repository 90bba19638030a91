import Foundation
import MiniOperations

/// A small web server on this machine, so that lessons can download without a network.
///
///     let server = LoopbackServer()
///     server.answer("/image.png", with: .image(width: 320, height: 200).delayed(by: 2))
///     try server.start()
///     … URLSession … server.url("/image.png") …
///     server.stop()
///
/// It answers only `GET`, from 127.0.0.1, at a port that the system chooses. `stop` takes it down at once, even
/// during answers, and a later `start` brings it back at the same port. One thread serves all clients; its code
/// is `ServerLoop`.
public final class LoopbackServer: Sendable {
  private let desk: ServerDesk
  /// Held during `start` and `stop`, so that they do not overlap.
  private let upOrDown = RecursiveLock(name: "server up or down")

  /// Makes a server that is down; delays are multiplied by `timeScale`.
  public init(timeScale: Double = 1) { desk = ServerDesk(timeScale: timeScale) }

  deinit {
    stop()
    desk.withLock { $0.place?.hangUp() }
  }

  // MARK: Up and down

  /// Brings the server up; does nothing if it is up already.
  public func start() throws {
    try upOrDown.withLock {
      if isUp { return }
      let port = try desk.withLock { desk in
        if desk.port == 0 {
          let place = try Socket(port: 0)
          desk.port = place.port
          #if os(Linux)
            // Two sockets may share a port if only one listens; so no other process gets the port while the server is down.
            desk.place = place
          #else
            place.hangUp()
          #endif
        }
        return desk.port
      }
      let loop = try ServerLoop(port: port, desk: desk)
      desk.withLock { $0.waker = loop.waker }
      let thread = Thread { loop.run() }
      thread.name = "server"
      thread.start()
    }
  }

  /// Takes the server down: connections are closed, and new ones are refused when this returns.
  public func stop() {
    upOrDown.withLock { desk.closeAndWait() }
  }

  /// Whether the server is up.
  public var isUp: Bool { desk.withLock { $0.waker != nil } }

  /// The port, 0 before the first `start`; it stays the same for the server's life.
  public var port: Int { desk.withLock { Int($0.port) } }

  /// The address of this path; the server must have been started.
  public func url(_ path: String) -> URL {
    precondition(path.hasPrefix("/"), "'\(path)' is not a path. Begin it with a slash.")
    precondition(port != 0, "A server has no address before its first start(). Start it first.")
    return URL(string: "http://127.0.0.1:\(port)\(path)")!
  }

  // MARK: Answers

  /// Sets the answer from now on to requests for `path`; other paths are answered with 404.
  public func answer(_ path: String, with answer: Answer) { desk.withLock { $0.answers[path] = answer } }

  /// Makes all requests for `path` wait until `release`, for tests that must not depend on a delay.
  public func hold(_ path: String) { desk.withLock { _ = $0.held.insert(path) } }

  /// Answers the waiting requests for `path`.
  public func release(_ path: String) {
    desk.withLock {
      $0.held.remove(path)
      $0.waker?.wake()
    }
  }

  // MARK: Requests

  /// The requested paths, in order.
  public var requests: [String] { desk.withLock(\.requests) }

  /// The paths whose clients disconnected before they had their answers.
  public var abandoned: [String] { desk.withLock(\.abandoned) }

  /// Waits for this many requests, counted from the server's first start; false if they do not come in time.
  @discardableResult
  public func waitForRequests(_ count: Int) -> Bool { desk.wait { $0.requests.count >= count } }

  /// Waits until this many clients have disconnected without their answers; false if that does not happen in time.
  @discardableResult
  public func waitForAbandoned(_ count: Int) -> Bool { desk.wait { $0.abandoned.count >= count } }
}

extension Show {
  /// Makes a server whose delays `--fast` shortens, as it does the lesson's other waits.
  public func makeServer() -> LoopbackServer { LoopbackServer(timeScale: shortened(1)) }
}
