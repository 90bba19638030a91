/// Parses requests from bytes, however the bytes are split.
///
/// A parser has no sockets. `append` adds bytes, and `next` returns one request at a time, so several can be
/// buffered. After input that cannot be a request, the parser returns nothing more, because the beginning of
/// the next request is unknown.
struct HTTPParser {
  /// The limits for one request.
  struct Limits {
    var lineBytes = 4096
    var headerBytes = 16384
    var headerCount = 100
    var bodyBytes = 65536
  }

  private enum State {
    /// The state while the request line is not complete.
    case line
    /// The state until the empty line after the headers.
    case headers(Head)
    /// The state while this many bytes of the body are missing. They are discarded.
    case body(Int, HTTPRequest)
    /// The state after a refusal.
    case refused(HTTPRefusal)
  }

  /// A request without its body.
  fileprivate struct Head {
    var request: HTTPRequest
    var minorVersion: Int
    var headerCount = 0
    var headerBytes = 0
    var hosts = 0
    var length: Int?
  }

  private let limits: Limits
  private var state = State.line
  private var bytes: [UInt8] = []
  /// How many of `bytes` have been searched for a line end, so that no byte is searched twice.
  private var searched = 0

  init(limits: Limits = Limits()) { self.limits = limits }

  /// Whether a request is incomplete.
  var isInside: Bool {
    if case .line = state { return !bytes.isEmpty }
    return true
  }

  mutating func append(_ more: [UInt8]) {
    if case .refused = state { return }
    bytes += more
  }

  /// Returns the next request; nil while it is incomplete.
  mutating func next() throws(HTTPRefusal) -> HTTPRequest? {
    do {
      return try step()
    } catch {
      state = .refused(error)
      bytes = []
      throw error
    }
  }

  private mutating func step() throws(HTTPRefusal) -> HTTPRequest? {
    while true {
      switch state {
      case .line:
        guard let line = try takeLine(limit: limits.lineBytes, else: .lineTooLong) else { return nil }
        // Some clients send an extra empty line after a body.
        if line.isEmpty { continue }
        let (request, minorVersion) = try HTTPRequest.line(line)
        state = .headers(Head(request: request, minorVersion: minorVersion))
      case .headers(var head):
        let room = limits.headerBytes - head.headerBytes
        guard let line = try takeLine(limit: room, else: .headersTooLarge) else { return nil }
        if line.isEmpty {
          guard head.minorVersion == 0 && head.hosts <= 1 || head.hosts == 1 else { throw .malformed }
          guard head.length ?? 0 <= limits.bodyBytes else { throw .bodyTooLarge }
          state = .body(head.length ?? 0, head.request)
        } else {
          try head.add(line, limits)
          state = .headers(head)
        }
      case .body(let missing, let request):
        let taken = min(missing, bytes.count)
        drop(taken)
        state = taken == missing ? .line : .body(missing - taken, request)
        return taken == missing ? request : nil
      case .refused(let refusal):
        throw refusal
      }
    }
  }

  /// Returns the next line without its end; nil while it is incomplete.
  private mutating func takeLine(limit: Int, else refusal: HTTPRefusal) throws(HTTPRefusal) -> String? {
    guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
      searched = bytes.count
      if bytes.count > limit { throw refusal }
      return nil
    }
    if end > limit { throw refusal }
    var line = bytes[..<end]
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    // Control characters are invalid here, in particular a carriage return that does not end a line.
    guard line.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == UInt8(ascii: "\t") }) else { throw .malformed }
    let text = String(decoding: line, as: UTF8.self)
    drop(end + 1)
    return text
  }

  private mutating func drop(_ count: Int) {
    bytes.removeFirst(count)
    searched = 0
  }
}

extension HTTPParser.Head {
  fileprivate mutating func add(_ line: String, _ limits: HTTPParser.Limits) throws(HTTPRefusal) {
    headerCount += 1
    headerBytes += line.utf8.count + 2
    guard headerCount <= limits.headerCount, headerBytes <= limits.headerBytes else { throw .headersTooLarge }
    // A continuation line begins with a space, which no name contains, and is refused.
    guard let colon = line.firstIndex(of: ":"), HTTPRequest.isToken(line[..<colon]) else { throw .malformed }
    let value = String(line[line.index(after: colon)...]).trimmed
    switch line[..<colon].lowercased() {
    case "host":
      hosts += 1
    case "content-length":
      // Two different lengths are an attack: two readers would see different requests.
      guard !value.isEmpty, value.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { throw .malformed }
      guard let number = Int(value) else { throw .bodyTooLarge }
      guard length == nil || length == number else { throw .malformed }
      length = number
    case "transfer-encoding":
      throw .unknownCoding
    case "connection":
      let words = value.lowercased().split(separator: ",").map { String($0).trimmed }
      if words.contains("close") {
        request.keepsAlive = false
      } else if words.contains("keep-alive") && minorVersion == 0 {
        request.keepsAlive = true
      }
    default:
      break
    }
  }
}

extension String {
  /// The text without spaces and tabs at both ends.
  fileprivate var trimmed: String {
    let isSpace = { (character: Character) in character == " " || character == "\t" }
    return String(drop(while: isSpace).reversed().drop(while: isSpace).reversed())
  }
}
