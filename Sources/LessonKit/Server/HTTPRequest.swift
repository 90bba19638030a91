/// A client's request.
struct HTTPRequest: Equatable, Sendable {
  /// The method: `GET`, or one that this server does not support.
  var method: String
  /// The path, without the query.
  var path: String
  /// Whether the client wants to send more requests on the same connection.
  var keepsAlive: Bool
}

/// The error that a request is refused, with the status to answer.
struct HTTPRefusal: Error, Equatable {
  let status: Int

  static let malformed = HTTPRefusal(status: 400)
  static let tooSlow = HTTPRefusal(status: 408)
  static let bodyTooLarge = HTTPRefusal(status: 413)
  static let lineTooLong = HTTPRefusal(status: 414)
  static let headersTooLarge = HTTPRefusal(status: 431)
  static let unknownCoding = HTTPRefusal(status: 501)
  static let unknownVersion = HTTPRefusal(status: 505)
}

extension HTTPRequest {
  /// Parses a request line, like `GET /image.png HTTP/1.1`.
  static func line(_ line: String) throws(HTTPRefusal) -> (request: HTTPRequest, minorVersion: Int) {
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, isToken(words[0]), words[1].utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw .malformed
    }
    let minorVersion: Int
    switch words[2] {
    case "HTTP/1.1": minorVersion = 1
    case "HTTP/1.0": minorVersion = 0
    default: throw words[2].hasPrefix("HTTP/") ? .unknownVersion : .malformed
    }
    // The absolute form, `GET http://127.0.0.1/image.png`, is for proxies, but every server must accept it.
    var target = words[1]
    if let start = target.range(of: "http://"), start.lowerBound == target.startIndex {
      target = target[start.upperBound...].drop { $0 != "/" }
    }
    guard target.hasPrefix("/") else { throw .malformed }
    let path = String(target.prefix { $0 != "?" })
    return (
      HTTPRequest(method: String(words[0]), path: path, keepsAlive: minorVersion == 1), minorVersion
    )
  }

  /// Whether this can be the name of a method or a header.
  static func isToken(_ text: Substring) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }
}
