import Foundation

extension LoopbackServer {
  /// The server's answer to a request for a path.
  ///
  ///     server.answer("/image.png", with: .image(width: 320, height: 200).delayed(by: 2))
  ///     server.answer("/broken", with: .status(503))
  ///     server.answer("/cut", with: .image(width: 320, height: 200).cut(after: 1000))
  public struct Answer: Sendable {
    var status = 200
    var type = "text/plain; charset=utf-8"
    var body: [UInt8] = []
    var delay = 0.0
    /// How many bytes of the body are sent before the connection is dropped; if negative, not even the head.
    var cut: Int?

    /// A generated picture in the PNG format; pictures with different values of `shade`, from 0 up, differ.
    public static func image(width: Int, height: Int, shade: Int = 0) -> Answer {
      Answer(type: "image/png", body: PNG.picture(width: width, height: height, shade: shade))
    }

    /// A text.
    public static func text(_ text: String) -> Answer { Answer(body: Array(text.utf8)) }

    /// These bytes, with their media type.
    public static func data(_ data: Data, type: String = "application/octet-stream") -> Answer {
      Answer(type: type, body: Array(data))
    }

    /// An answer that consists of a status: 404, 503.
    public static func status(_ status: Int) -> Answer {
      Answer(status: status, body: Array("\(status) \(reason(status))\n".utf8))
    }

    /// No answer at all: the connection is dropped.
    public static let dropped = Answer(cut: -1)

    /// The same answer, sent this many seconds after the request.
    public func delayed(by seconds: Double) -> Answer {
      var answer = self
      answer.delay = max(0, seconds)
      return answer
    }

    /// The same answer, but the connection is dropped after this many bytes of the body.
    public func cut(after bytes: Int) -> Answer {
      var answer = self
      answer.cut = max(0, bytes)
      return answer
    }
  }
}

extension LoopbackServer.Answer {
  /// The bytes to send: the head and the body, or a part of them.
  func bytes(keepsAlive: Bool) -> [UInt8] {
    if let cut, cut < 0 { return [] }
    // The client must not cache, so that every download of a lesson is a real one.
    var head = """
      HTTP/1.1 \(status) \(Self.reason(status))\r
      Content-Type: \(type)\r
      Content-Length: \(body.count)\r
      Cache-Control: no-store\r
      Connection: \(keepsAlive ? "keep-alive" : "close")\r

      """
    if status == 405 { head += "Allow: GET\r\n" }
    return Array((head + "\r\n").utf8) + body.prefix(cut ?? body.count)
  }

  static func reason(_ status: Int) -> String {
    let reasons = [
      200: "OK", 400: "Bad Request", 404: "Not Found", 405: "Method Not Allowed", 408: "Request Timeout",
      413: "Content Too Large", 414: "URI Too Long", 431: "Request Header Fields Too Large",
      500: "Internal Server Error", 501: "Not Implemented", 503: "Service Unavailable",
      505: "HTTP Version Not Supported",
    ]
    return reasons[status] ?? "Status"
  }
}
