import Testing

@testable import LessonKit

@Suite struct `Parsing requests` {
  @Test func `A request is complete at its empty line, and not before`() throws {
    var parser = HTTPParser()
    for byte in "GET /a.png?size=2 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r".utf8 {
      parser.append([byte])
      let early = try parser.next()
      #expect(early == nil)
      #expect(parser.isInside)
    }
    parser.append([UInt8(ascii: "\n")])
    let request = try parser.next()
    #expect(request == HTTPRequest(method: "GET", path: "/a.png", keepsAlive: true))
    #expect(!parser.isInside)
  }

  @Test func `Several requests in one piece are returned one by one, without their bodies`() throws {
    var parser = HTTPParser()
    parser.append(
      Array(
        """
        POST /1 HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nGET /\
        \r\nGET /2 HTTP/1.1\r\nhost:a\r\nConnection: Close\r\n\r\n\
        GET /3 HTTP/1.0\nConnection: keep-alive\n\n\
        GET http://127.0.0.1:80/4 HTTP/1.0\r\n\r\n
        """.utf8))
    let requests = try (1...5).map { _ in try parser.next() }
    #expect(requests.map { $0?.path } == ["/1", "/2", "/3", "/4", nil])
    #expect(requests.map { $0?.method } == ["POST", "GET", "GET", "GET", nil])
    #expect(requests.map { $0?.keepsAlive } == [true, false, true, false, nil])
  }

  private static let bad: [Bad] = [
    Bad("GET\r\n", 400), Bad("GET /\r\n", 400), Bad("GET  / HTTP/1.1\r\n", 400),
    Bad("GET / HTTP/1.1 x\r\n", 400),
    Bad("G<T / HTTP/1.1\r\n", 400), Bad("GET a HTTP/1.1\r\n", 400), Bad("GET http://a HTTP/1.1\r\n", 400),
    Bad("GET /\u{7F} HTTP/1.1\r\n", 400), Bad("GET /ü HTTP/1.1\r\n", 400), Bad("GET /\0 HTTP/1.1\r\n", 400),
    Bad("GET / HTTP/1.1\r\rHost: a\r\n", 400), Bad("GET / SMTP/1.1\r\n", 400), Bad("\u{16}\u{3}\u{1}\n", 400),
    Bad("PRI * HTTP/2.0\r\n\r\n", 505), Bad("GET / HTTP/1.2\r\n", 505),
    Bad("GET / HTTP/1.1\r\n\r\n", 400), Bad("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
    Bad("GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n", 400),
    Bad("GET / HTTP/1.1\r\nHost : a\r\n", 400), Bad("GET / HTTP/1.1\r\nHost: a\r\n and more\r\n", 400),
    Bad("GET / HTTP/1.1\r\nnothing\r\n", 400), Bad("GET / HTTP/1.1\r\n: a\r\n", 400),
    Bad("GET / HTTP/1.1\r\nHost: a\0\r\n", 400),
    Bad("GET / HTTP/1.1\r\nContent-Length: -1\r\n", 400),
    Bad("GET / HTTP/1.1\r\nContent-Length: +1\r\n", 400),
    Bad("GET / HTTP/1.1\r\nContent-Length: \r\n", 400), Bad("GET / HTTP/1.1\r\nContent-Length: 1 1\r\n", 400),
    Bad("GET / HTTP/1.1\r\nContent-Length: ١\r\n", 400),
    Bad("GET / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n", 400),
    Bad("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 65537\r\n\r\n", 413),
    Bad("GET / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n", 413),
    Bad("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n", 501),
    Bad("GET /" + String(repeating: "a", count: 5000), 414),
    Bad("GET /" + String(repeating: "a", count: 5000) + " HTTP/1.1\r\n", 414),
    Bad("GET / HTTP/1.1\r\na: " + String(repeating: "a", count: 20000), 431),
    Bad("GET / HTTP/1.1\r\n" + String(repeating: "a: b\r\n", count: 101), 431),
    Bad(
      "GET / HTTP/1.1\r\n" + String(repeating: "a: b\r\n", count: 90) + "c: "
        + String(repeating: "d", count: 16000) + "\r\n", 431),
  ]

  @Test(arguments: bad)
  func `Invalid input is refused, and no request follows it`(bad: Bad) {
    var parser = HTTPParser()
    parser.append(Array(bad.text.utf8))
    #expect(throws: HTTPRefusal(status: bad.status)) { _ = try parser.next() }
    parser.append(Array("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
    #expect(throws: HTTPRefusal(status: bad.status)) { _ = try parser.next() }
  }

  @Test func `Random bytes are refused or incomplete, however they are split`() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      let seed = UInt64.random(in: .min ... .max, using: &generator)
      var random = Dice(state: seed)
      var parser = HTTPParser()
      var refusal: HTTPRefusal?
      for _ in 0..<200 where refusal == nil {
        let some = [
          "GET ", "/ ", "HTTP/1.1", "\r\n", "\r", "\n", ":", "Host", "Content-Length: 7", "\u{FFFD}", "\0",
        ]
        parser.append(Array(some[Int(random.next() % UInt64(some.count))].utf8))
        do { while try parser.next() != nil {} } catch { refusal = error }
      }
      #expect(refusal == nil || (400..<506).contains(refusal!.status), "seed \(seed)")
    }
  }
}

/// An invalid request, and the status of the answer.
struct Bad: CustomTestStringConvertible {
  let text: String
  let status: Int

  init(_ text: String, _ status: Int) {
    self.text = text
    self.status = status
  }

  var testDescription: String { "\(text.debugDescription.prefix(80)) is \(status)" }
}

/// Numbers that are the same for the same seed.
private struct Dice {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state >> 33
  }
}
