import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension LoopbackServer {
  /// The server's answer to a request for a path.
  ///
  ///     server.answer("/photo", with: .bytes(192_000).delayed(by: 2))
  public struct Answer: Sendable {
    var status = 200
    var body: [UInt8] = []
    var delay = 0.0

    /// The answer to a path that has none.
    static let notFound = Answer(status: 404)

    /// So many bytes, as long as the picture that they stand for.
    public static func bytes(_ count: Int) -> Answer {
      Answer(body: Array(repeating: 0x2E, count: count))
    }

    /// The same answer, sent this many seconds after the request.
    public func delayed(by seconds: Double) -> Answer {
      var answer = self
      answer.delay = seconds
      return answer
    }

    /// The bytes to send: the head and the body.
    var bytes: [UInt8] {
      // The client must not cache, so that every download of a lesson is a real one.
      let head = """
        HTTP/1.1 \(status) \(HTTPURLResponse.localizedString(forStatusCode: status))\r
        Content-Length: \(body.count)\r
        Cache-Control: no-store\r
        Connection: close\r
        \r

        """
      return Array(head.utf8) + body
    }
  }
}
