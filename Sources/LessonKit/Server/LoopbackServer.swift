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
/// It answers `GET` and nothing else, from 127.0.0.1, at a port that the system chooses. `stop` takes it
/// down at once, whatever is on its way, and a later `start` brings it back at the same port. One thread
/// does everything, however many clients there are; `ServerLoop` is what it does.
public final class LoopbackServer: Sendable {
  private let desk: ServerDesk
  /// Held during the whole of `start` and `stop`, so that each finds the other done.
  private let upOrDown = RecursiveLock(name: "server up or down")

  /// Makes a server that is down; delays are multiplied by `timeScale`.
  public init(timeScale: Double = 1) { desk = ServerDesk(timeScale: timeScale) }

  deinit {
    stop()
    desk.withLock { $0.place?.hangUp() }
  }

  // MARK: Up and down

  /// Brings the server up; one that is up stays as it is.
  public func start() throws {
    try upOrDown.withLock {
      if isUp { return }
      let port = try desk.withLock { desk in
        if desk.port == 0 {
          let place = try Socket(port: 0)
          desk.port = place.port
          #if os(Linux)
            // Two sockets may share a port of which only one listens: no process gets it while the server is down.
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

  /// Where this path is, once the server has been started.
  public func url(_ path: String) -> URL {
    precondition(path.hasPrefix("/"), "'\(path)' is no path. Let it begin with a slash.")
    precondition(port != 0, "A server has no address before its first start(). Start it first.")
    return URL(string: "http://127.0.0.1:\(port)\(path)")!
  }

  // MARK: What it says

  /// Sets the answer from now on to requests for `path`; other paths are answered with 404.
  public func answer(_ path: String, with answer: Answer) { desk.withLock { $0.answers[path] = answer } }

  /// Lets all requests for `path` wait until `release`, where a delay would leave it to the clock.
  public func hold(_ path: String) { desk.withLock { _ = $0.held.insert(path) } }

  /// Answers the requests that wait for `path`.
  public func release(_ path: String) {
    desk.withLock {
      $0.held.remove(path)
      $0.waker?.wake()
    }
  }

  // MARK: What it has seen

  /// The paths that were asked for, in that order.
  public var requests: [String] { desk.withLock(\.requests) }

  /// The paths whose clients went away before they had their answers.
  public var abandoned: [String] { desk.withLock(\.abandoned) }

  /// Returns when so many requests have come, counted from the server's first start; false if they never do.
  @discardableResult
  public func waitForRequests(_ count: Int) -> Bool { desk.wait { $0.requests.count >= count } }

  /// Returns when so many clients have gone away without their answers; false if they never do.
  @discardableResult
  public func waitForAbandoned(_ count: Int) -> Bool { desk.wait { $0.abandoned.count >= count } }
}

extension Show {
  /// A server whose delays are shortened by `--fast` as the lesson's other waits are.
  public func makeServer() -> LoopbackServer { LoopbackServer(timeScale: shortened(1)) }
}
