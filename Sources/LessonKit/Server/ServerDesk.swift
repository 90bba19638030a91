import MiniOperations

/// What the server's thread shares with all other threads.
final class ServerDesk: @unchecked Sendable {
  // Unchecked: `content` is touched only while `news` is locked.
  struct Content {
    var answers: [String: LoopbackServer.Answer] = [:]
    var held: Set<String> = []
    var requests: [String] = []
    var abandoned: [String] = []
    var port: UInt16 = 0
    /// Reserves the port while the server is down.
    var place: Socket?
    /// Wakes the server's thread; nil when there is none.
    var waker: Waker?
    var isClosing = false
  }

  private let news = Condition(name: "the server's desk")
  private var content = Content()
  let timeScale: Double

  init(timeScale: Double) { self.timeScale = timeScale }

  /// Reads or changes the content under its lock.
  func withLock<Result>(_ body: (inout Content) throws -> Result) rethrows -> Result {
    try news.withLock { try body(&content) }
  }

  /// Returns true when `isSo` does, or false after half a minute.
  ///
  /// The limit is a safety net: a lesson that has lost its client should report that instead of stalling.
  func wait(until isSo: (Content) -> Bool) -> Bool {
    let deadline = SystemTime().now + .seconds(30)
    return news.withLock {
      while !isSo(content) {
        if !news.wait(until: deadline) { return isSo(content) }
      }
      return true
    }
  }

  /// Tells the server's thread to end, and returns when it has closed everything.
  func closeAndWait() {
    news.withLock {
      guard let waker = content.waker else { return }
      content.isClosing = true
      waker.wake()
      while content.waker != nil { news.wait() }
    }
  }

  // MARK: For the server's thread

  func answer(to request: HTTPRequest) -> LoopbackServer.Answer {
    news.withLock {
      content.requests.append(request.path)
      news.broadcast()
      guard request.method == "GET" else { return .status(405) }
      return content.answers[request.path] ?? .status(404)
    }
  }

  func wasAbandoned(_ request: HTTPRequest) {
    news.withLock {
      content.abandoned.append(request.path)
      news.broadcast()
    }
  }

  func hasClosed() {
    news.withLock {
      content.waker?.giveBack()
      content.waker = nil
      content.isClosing = false
      news.broadcast()
    }
  }
}
