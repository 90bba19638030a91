import Foundation
import Testing

@testable import LessonKit

@Suite struct `A client's connection` {
  private let hello = LoopbackServer.Answer.text("hello")
  private var connection = HTTPConnection(at: .zero)

  @Test mutating func `A request is answered, and then the next one`() {
    for _ in 1...2 {
      ask("GET /a HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(actions(at: .zero) == ["answer /a"])
      connection.answer(get("/a"), with: hello, at: .zero)
      #expect(actions(at: .zero) == ["send 200 5"])
    }
    #expect(connection.isIdle)
  }

  @Test mutating func `Requests that come before the answer wait for their turn`() {
    ask("GET /a HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(actions(at: .zero) == ["answer /a"])
    connection.answer(get("/a"), with: hello, at: .seconds(2))
    ask("GET /b HTTP/1.1\r\nHost: a\r\n\r\nGET /c HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(actions(at: .seconds(1)) == [])
    #expect(actions(at: .seconds(2)) == ["send 200 5", "answer /b"])
    connection.answer(get("/b"), with: hello, at: .seconds(2))
    #expect(actions(at: .seconds(2)) == ["send 200 5", "answer /c"])
  }

  @Test mutating func `A delayed answer comes at its time, a held one when it is released`() {
    ask("GET /a HTTP/1.1\r\nHost: a\r\n\r\n")
    _ = actions(at: .zero)
    connection.answer(get("/a"), with: hello, at: .seconds(2))
    #expect(actions(at: .seconds(1)) == [])
    #expect(connection.deadline == .seconds(2))
    #expect(connection.waitingPath == "/a")
    #expect(actions(at: .seconds(5), isHeld: true) == [])
    #expect(actions(at: .seconds(5)) == ["send 200 5"])
  }

  @Test mutating func `A connection that must not stay open is shut down, drained and closed`() {
    ask("GET /a HTTP/1.0\r\n\r\n")
    _ = actions(at: .zero)
    connection.answer(get("/a", keepsAlive: false), with: hello, at: .zero)
    #expect(actions(at: .zero) == ["send 200 5", "shut down"])
    ask("whatever")
    #expect(actions(at: .milliseconds(999)) == [])
    #expect(actions(at: .seconds(1)) == ["close"])
  }

  @Test mutating func `A refusal is sent, and the connection is closed when the client has read it`() {
    ask("nonsense\r\nGET /a HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(actions(at: .zero) == ["send 400 16", "shut down"])
    connection.receivedEnd()
    #expect(actions(at: .zero) == ["close"])
  }

  @Test mutating func `A client that does not complete its request gets an error after a while`() {
    ask("GET /a HT")
    #expect(actions(at: .seconds(29)) == [])
    ask("TP/1.1\r\n")
    #expect(actions(at: .seconds(30)) == ["send 408 20", "shut down"])
  }

  @Test mutating func `A client that requests nothing is disconnected without an answer`() {
    #expect(actions(at: .seconds(29)) == [])
    #expect(actions(at: .seconds(30)) == ["close"])
  }

  @Test mutating func `A truncated answer ends in the middle, with a hard close`() {
    ask("GET /a HTTP/1.1\r\nHost: a\r\n\r\n")
    _ = actions(at: .zero)
    connection.answer(get("/a"), with: hello.cut(after: 2), at: .zero)
    #expect(actions(at: .zero) == ["send 200 2", "close hard"])
  }

  @Test mutating func `An empty answer sends no byte`() {
    ask("GET /a HTTP/1.1\r\nHost: a\r\n\r\n")
    _ = actions(at: .zero)
    connection.answer(get("/a"), with: .dropped, at: .zero)
    #expect(actions(at: .zero) == ["close hard"])
  }

  @Test mutating func `A client that disconnects while it waits abandons its answer`() {
    ask("GET /a HTTP/1.1\r\nHost: a\r\n\r\n")
    _ = actions(at: .zero)
    connection.answer(get("/a"), with: hello, at: .seconds(9))
    connection.receivedEnd()
    #expect(actions(at: .zero, isHeld: true) == ["close /a"])
  }

  @Test mutating func `A client that closes its side after the request still gets its answer`() {
    ask("GET /a HTTP/1.1\r\nHost: a\r\n\r\n")
    connection.receivedEnd()
    #expect(actions(at: .zero) == ["answer /a"])
    connection.answer(get("/a"), with: hello, at: .zero)
    #expect(actions(at: .zero) == ["send 200 5", "close"])
  }

  @Test mutating func `A client that keeps sending while it waits is not read forever`() {
    ask("GET /a HTTP/1.1\r\nHost: a\r\n\r\n")
    _ = actions(at: .zero)
    connection.answer(get("/a"), with: hello, at: .seconds(9))
    #expect(connection.wantsInput)
    connection.received([UInt8](repeating: 0, count: 65536))
    #expect(!connection.wantsInput)
  }

  // MARK: - Support

  private func get(_ path: String, keepsAlive: Bool = true) -> HTTPRequest {
    HTTPRequest(method: "GET", path: path, keepsAlive: keepsAlive)
  }

  private mutating func ask(_ text: String) { connection.received(Array(text.utf8)) }

  /// What the connection wants done, each done at once, three bytes of an answer at a time.
  private mutating func actions(at now: Duration, isHeld: Bool = false) -> [String] {
    var actions: [String] = []
    var bytes: [UInt8] = []
    while let action = connection.next(at: now, isHeld: isHeld) {
      if case .send(let some) = action {
        bytes += some.prefix(3)
        connection.sent(min(3, some.count))
        continue
      }
      note(&bytes, in: &actions)
      switch action {
      case .answer(let request):
        actions.append("answer \(request.path)")
        return actions
      case .shutDownWriting: actions.append("shut down")
      case .close(let request, let isHard):
        actions.append("close" + (isHard ? " hard" : "") + (request.map { " \($0.path)" } ?? ""))
        return actions
      case .send: break
      }
    }
    note(&bytes, in: &actions)
    return actions
  }

  private func note(_ bytes: inout [UInt8], in actions: inout [String]) {
    guard !bytes.isEmpty else { return }
    let parts = String(decoding: bytes, as: UTF8.self).components(separatedBy: "\r\n\r\n")
    actions.append("send \(parts[0].split(separator: " ")[1]) \(parts[1].utf8.count)")
    bytes = []
  }
}
