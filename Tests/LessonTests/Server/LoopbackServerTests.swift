import Foundation
import LessonKit
import MiniOperations
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct `The loopback server` {
  @Test func `A picture is downloaded whole, with its type`() throws {
    let server = LoopbackServer()
    server.answer("/image.png", with: .image(width: 320, height: 200))
    try server.start()
    let (data, response, _) = Download(server.url("/image.png?fresh")).wait()
    #expect(response?.statusCode == 200)
    #expect(response?.mimeType == "image/png")
    #expect(response?.expectedContentLength == Int64(data?.count ?? -1))
    #expect(data?.count ?? 0 > 320 * 200 * 3)
    #expect(data?.prefix(4) == Data([0x89, 0x50, 0x4E, 0x47]))
    #expect(server.requests == ["/image.png"])
  }

  @Test func `A path without an answer is not found, and another method is not allowed`() throws {
    let server = LoopbackServer()
    server.answer("/there", with: .text("here"))
    try server.start()
    #expect(Download(server.url("/nowhere")).wait().response?.statusCode == 404)
    var request = URLRequest(url: server.url("/there"))
    request.httpMethod = "POST"
    request.httpBody = Data("hello".utf8)
    #expect(Download(request).wait().response?.statusCode == 405)
    #expect(Download(server.url("/there")).wait().data == Data("here".utf8))
  }

  @Test func `A failure has the requested status`() throws {
    let server = LoopbackServer()
    server.answer("/busy", with: .status(503))
    server.answer("/gone", with: .dropped)
    server.answer("/half", with: .image(width: 100, height: 100).cut(after: 10_000))
    try server.start()
    #expect(Download(server.url("/busy")).wait().response?.statusCode == 503)
    #expect(Download(server.url("/gone")).wait().error != nil)
    #expect(Download(server.url("/half")).wait().error != nil)
    server.answer("/gone", with: .text("back"))
    #expect(Download(server.url("/gone")).wait().data == Data("back".utf8))
  }

  @Test func `Stopping it ends a delay of hours, and its port does not answer until it is restarted`() throws
  {
    let server = LoopbackServer()
    server.answer("/late", with: .text("at last").delayed(by: 100_000))
    server.answer("/soon", with: .text("at once"))
    try server.start()
    let port = server.port
    let late = Download(server.url("/late"))
    #expect(server.waitForRequests(1))
    server.stop()
    #expect(!server.isUp)
    #expect(late.wait().error != nil)
    #expect(Download(server.url("/soon")).wait().error?.code == .cannotConnectToHost)
    try server.start()
    #expect(server.port == port)
    #expect(Download(server.url("/soon")).wait().data == Data("at once".utf8))
    #expect(server.requests == ["/late", "/soon"])
  }

  @Test func `It can be started and stopped many times, by two threads, and twice in a row`() throws {
    let server = LoopbackServer()
    server.stop()
    let queue = MiniOperationQueue()
    for number in 0..<40 {
      queue.addOperation { number % 2 == 0 ? server.stop() : try! server.start() }
    }
    queue.waitUntilAllOperationsAreFinished()
    try server.start()
    try server.start()
    #expect(Download(server.url("/")).wait().response?.statusCode == 404)
    server.stop()
    server.stop()
    #expect(!server.isUp)
  }

  @Test func `Delays are shortened by the scale, here to nothing`() throws {
    let server = LoopbackServer(timeScale: 0)
    server.answer("/late", with: .text("at last").delayed(by: 100_000))
    try server.start()
    #expect(Download(server.url("/late")).wait().data == Data("at last".utf8))
  }

  @Test func `A request for a held path waits until it is released, and others do not`() throws {
    let server = LoopbackServer()
    server.answer("/held", with: .text("free"))
    server.answer("/other", with: .text("other"))
    server.hold("/held")
    try server.start()
    let held = Download(server.url("/held"))
    #expect(server.waitForRequests(1))
    #expect(Download(server.url("/other")).wait().data == Data("other".utf8))
    server.release("/held")
    #expect(held.wait().data == Data("free".utf8))
  }

  @Test func `A client that cancels is noticed`() throws {
    let server = LoopbackServer()
    server.answer("/held", with: .text("free"))
    server.hold("/held")
    try server.start()
    let held = Download(server.url("/held"))
    #expect(server.waitForRequests(1))
    held.cancel()
    #expect(held.wait().error?.code == .cancelled)
    #expect(server.waitForAbandoned(1))
    #expect(server.abandoned == ["/held"])
  }

  @Test func `A client that disconnects during an answer is noticed too, and does no harm`() throws {
    let server = LoopbackServer()
    server.answer("/big", with: .data(Data(repeating: 65, count: 40_000_000)))
    server.answer("/a", with: .text("hello"))
    try server.start()
    do {
      let client = RawClient(port: server.port)
      client.send("GET /big HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(server.waitForRequests(1))
    }
    #expect(server.waitForAbandoned(1))
    #expect(Download(server.url("/a")).wait().data == Data("hello".utf8))
  }

  @Test func `More clients than it has places for are still served`() throws {
    let server = LoopbackServer()
    server.answer("/a", with: .text("hello"))
    try server.start()
    let clients = (0..<100).map { _ in RawClient(port: server.port) }
    for client in clients.suffix(20) {
      client.send("GET /a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      try #require(client.receiveToEnd().hasSuffix("hello"))
    }
    withExtendedLifetime(clients) {}
  }

  @Test func `An answer that the client reads slowly is complete`() throws {
    let server = LoopbackServer()
    server.answer("/big", with: .data(Data(repeating: 65, count: 8_000_000)))
    try server.start()
    let client = RawClient(port: server.port)
    client.send("GET /big HTTP/1.0\r\n\r\n")
    #expect(server.waitForRequests(1))
    #expect(client.receiveToEnd().utf8.count > 8_000_000)
  }

  private static let bad = [
    "words": "nonsense\r\n\r\n",
    "no host": "GET / HTTP/1.1\r\n\r\n",
    "long line": "GET /\(String(repeating: "a", count: 100_000))",
    "many headers": "GET / HTTP/1.1\r\n\(String(repeating: "a: b\r\n", count: 10_000))\r\n",
    "long body": "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n"
      + String(repeating: "a", count: 1_000_000),
    "binary": String(repeating: "\0\u{1}\u{2}", count: 10_000),
    "no newline": String(repeating: "a", count: 1_000_000),
  ]

  @Test(arguments: bad.keys.sorted())
  func `A bad request gets an error, and the next client is served`(what: String) throws {
    let server = LoopbackServer()
    server.answer("/a", with: .text("hello"))
    try server.start()
    let client = RawClient(port: server.port)
    client.send(Self.bad[what]!)
    client.endSending()
    #expect(client.receiveToEnd().hasPrefix("HTTP/1.1 4"))
    #expect(Download(server.url("/a")).wait().data == Data("hello".utf8))
  }

  @Test func `Requests in one piece are answered in their order on one connection`() throws {
    let server = LoopbackServer(timeScale: 0)
    for name in ["/1", "/2", "/3"] { server.answer(name, with: .text("<\(name)>").delayed(by: 1)) }
    try server.start()
    let client = RawClient(port: server.port)
    client.send(["/1", "/2", "/3"].map { "GET \($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined())
    client.send("GET /4 HTTP/1.0\r\n\r\n")
    let text = client.receiveToEnd()
    #expect(text.matches(of: /<(.*?)>/).map { String($0.1) } == ["/1", "/2", "/3"])
    #expect(
      text.components(separatedBy: "HTTP/1.1 ").dropFirst().map { $0.prefix(3) } == [
        "200", "200", "200", "404",
      ])
  }
}
