/// Makes requests out of bytes, however they are cut.
///
/// A parser knows no sockets. Bytes go in with `append`, requests come out of `next`, one at a time, so
/// that several may wait in it. What cannot be a request is refused, and then nothing more comes out:
/// the beginning of the next one is unknown.
struct HTTPParser {
  /// How much a client may send for one request.
  struct Limits {
    var lineBytes = 4096
    var headerBytes = 16384
    var headerCount = 100
    var bodyBytes = 65536
  }

  private enum State {
    /// The state while the request line is not complete.
    case line
    /// The state while the empty line after the headers has not come.
    case headers(Head)
    /// The state while so many bytes of the body are missing. They are thrown away.
    case body(Int, HTTPRequest)
    /// The state after a refusal.
    case refused(HTTPRefusal)
  }

  /// A request as far as its headers tell.
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
  /// How many of `bytes` are known to hold no end of a line, so that none is looked at twice.
  private var searched = 0

  init(limits: Limits = Limits()) { self.limits = limits }

  /// Whether a request has begun and is not complete.
  var isInside: Bool {
    if case .line = state { return !bytes.isEmpty }
    return true
  }

  mutating func append(_ more: [UInt8]) {
    if case .refused = state { return }
    bytes += more
  }

  /// The next complete request; nil while it is not complete.
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
        // Clients used to send an empty line too many after a body.
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

  /// The next line without its end, nil while it is not complete.
  private mutating func takeLine(limit: Int, else refusal: HTTPRefusal) throws(HTTPRefusal) -> String? {
    guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
      searched = bytes.count
      if bytes.count > limit { throw refusal }
      return nil
    }
    if end > limit { throw refusal }
    var line = bytes[..<end]
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    // Control characters have no business here, least of all a return that is no end of a line.
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
    // A line that continues the one before begins with a space, which is in no name.
    guard let colon = line.firstIndex(of: ":"), HTTPRequest.isToken(line[..<colon]) else { throw .malformed }
    let value = String(line[line.index(after: colon)...]).trimmed
    switch line[..<colon].lowercased() {
    case "host":
      hosts += 1
    case "content-length":
      // A number that differs from the one before is a trick: two readers would see two requests.
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
  /// The same without spaces and tabs at both ends.
  fileprivate var trimmed: String {
    let isSpace = { (character: Character) in character == " " || character == "\t" }
    return String(drop(while: isSpace).reversed().drop(while: isSpace).reversed())
  }
}
