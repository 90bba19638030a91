import Foundation
import LessonKit
import Testing

@Suite struct `The loopback server` {
  @Test func `An answer is downloaded whole`() throws {
    let server = LoopbackServer()
    server.answer("/photo", with: .bytes(192_000))
    try server.start()
    let (data, response, _) = Download(server.url("/photo?fresh")).wait()
    #expect(response?.statusCode == 200)
    #expect(response?.expectedContentLength == 192_000 && data?.count == 192_000)
    #expect(server.requests == ["/photo"])
    #expect(Download(server.url("/nowhere")).wait().response?.statusCode == 404)
  }

  @Test func `Stopping it ends a delay of hours, and its port does not answer until it is restarted`() throws
  {
    let server = LoopbackServer()
    server.stop()
    server.answer("/late", with: .bytes(2).delayed(by: 100_000))
    server.answer("/soon", with: .bytes(2))
    try server.start()
    let port = server.port
    let late = Download(server.url("/late"))
    #expect(server.waitForRequests(1))
    server.stop()
    #expect(!server.isUp)
    #expect(late.wait().error != nil)
    #expect(Download(server.url("/soon")).wait().error?.code == .cannotConnectToHost)
    try server.start()
    try server.start()
    #expect(server.port == port)
    #expect(Download(server.url("/soon")).wait().response?.statusCode == 200)
    #expect(server.requests == ["/late", "/soon"])
  }

  @Test func `Delays are shortened by the scale, here to nothing`() throws {
    let server = LoopbackServer(timeScale: 0)
    server.answer("/late", with: .bytes(2).delayed(by: 100_000))
    try server.start()
    #expect(Download(server.url("/late")).wait().response?.statusCode == 200)
  }

  @Test func `A request for a held path waits until it is released, and others do not`() throws {
    let server = LoopbackServer()
    server.answer("/held", with: .bytes(2))
    server.answer("/other", with: .bytes(2))
    server.hold("/held")
    try server.start()
    let held = Download(server.url("/held"))
    #expect(server.waitForRequests(1))
    #expect(Download(server.url("/other")).wait().response?.statusCode == 200)
    server.release("/held")
    #expect(held.wait().response?.statusCode == 200)
  }

  @Test func `A client that cancels is noticed`() throws {
    let server = LoopbackServer()
    server.answer("/held", with: .bytes(2))
    server.hold("/held")
    try server.start()
    let held = Download(server.url("/held"))
    #expect(server.waitForRequests(1))
    held.cancel()
    #expect(held.wait().error?.code == .cancelled)
    #expect(server.waitForAbandoned(1))
    #expect(server.abandoned == ["/held"])
  }
}
