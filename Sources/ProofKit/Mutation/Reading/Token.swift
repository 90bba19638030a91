/// A word, a symbol, a number or a whole literal of a Swift source.
struct Token: Equatable, Sendable {
  enum Kind: Sendable {
    case word
    case number
    case string
    case operation
    case punctuation
  }

  let kind: Kind
  let text: String
  /// The place in the source's UTF-8.
  let range: Range<Int>
  /// The line, from 1.
  let line: Int
  /// Whether it is the first token on its line.
  let beginsLine: Bool
  /// Whether it has space on both sides, like an operator between two operands.
  var isSpaced: Bool = false
}

/// Splits a Swift source into tokens; comments are left out, and a literal with its contents is one token.
struct Tokenizer {
  private let bytes: [UInt8]
  private var place = 0
  private var line = 1
  private var beginsLine = true
  private var tokens: [Token] = []

  static func tokens(of source: String) -> [Token] {
    var tokenizer = Tokenizer(bytes: Array(source.utf8))
    tokenizer.run()
    return tokenizer.tokens
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private func at(_ offset: Int = 0) -> UInt8 {
    place + offset < bytes.count ? bytes[place + offset] : 0
  }

  private func starts(with text: String, at offset: Int = 0) -> Bool {
    bytes[min(place + offset, bytes.count)...].starts(with: text.utf8)
  }

  private mutating func run() {
    while place < bytes.count {
      switch at() {
      case UInt8(ascii: "\n"):
        line += 1
        beginsLine = true
        place += 1
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): place += 1
      case _ where starts(with: "//"):
        while place < bytes.count, at() != UInt8(ascii: "\n") { place += 1 }
      case _ where starts(with: "/*"): skipComment()
      default: takeToken()
      }
    }
  }

  /// Comments of this kind nest.
  private mutating func skipComment() {
    var depth = 0
    repeat {
      if starts(with: "/*") {
        depth += 1
        place += 2
      } else if starts(with: "*/") {
        depth -= 1
        place += 2
      } else {
        if at() == UInt8(ascii: "\n") { line += 1 }
        place += 1
      }
    } while depth > 0 && place < bytes.count
  }

  private mutating func takeToken() {
    let begin = place
    let beginLine = line
    let kind: Token.Kind
    let first = at()
    if isString() {
      kind = .string
      takeString()
    } else if Tokenizer.isDigit(first) {
      kind = .number
      while Tokenizer.isWord(at()) || at() == UInt8(ascii: ".") && Tokenizer.isDigit(at(1)) { place += 1 }
    } else if first == UInt8(ascii: "`") {
      kind = .word
      repeat { place += 1 } while place < bytes.count && at() != UInt8(ascii: "`")
      place += 1
    } else if Tokenizer.isWord(first) || first == UInt8(ascii: "$") {
      kind = .word
      repeat { place += 1 } while Tokenizer.isWord(at())
    } else if Tokenizer.isOperation(first) {
      kind = .operation
      repeat { place += 1 } while Tokenizer.isOperation(at()) && !starts(with: "//") && !starts(with: "/*")
    } else if starts(with: "..<") || starts(with: "...") {
      kind = .operation
      place += 3
    } else {
      kind = .punctuation
      place += 1
    }
    func isSpace(_ place: Int) -> Bool {
      place < 0 || place >= bytes.count || " \n\t".utf8.contains(bytes[place])
    }
    tokens.append(
      Token(
        kind: kind, text: String(decoding: bytes[begin..<place], as: UTF8.self), range: begin..<place,
        line: beginLine, beginsLine: beginsLine, isSpaced: isSpace(begin - 1) && isSpace(place)))
    beginsLine = false
  }

  // MARK: - Strings

  private func isString() -> Bool {
    var offset = 0
    while at(offset) == UInt8(ascii: "#") { offset += 1 }
    return at(offset) == UInt8(ascii: "\"")
  }

  private mutating func takeString() {
    var pounds = 0
    while at() == UInt8(ascii: "#") {
      pounds += 1
      place += 1
    }
    let quote = starts(with: "\"\"\"") ? "\"\"\"" : "\""
    let end = quote + String(repeating: "#", count: pounds)
    let escape = "\\" + String(repeating: "#", count: pounds)
    place += quote.utf8.count
    while place < bytes.count, !starts(with: end) {
      if starts(with: escape + "(") {
        place += escape.utf8.count
        skipInterpolation()
      } else {
        if starts(with: escape) { place += escape.utf8.count }
        if at() == UInt8(ascii: "\n") { line += 1 }
        place += 1
      }
    }
    place = min(place + end.utf8.count, bytes.count)
  }

  /// Skips from the opening parenthesis past the closing one; strings inside may contain parentheses.
  private mutating func skipInterpolation() {
    var depth = 0
    repeat {
      if isString() {
        takeString()
        continue
      }
      if at() == UInt8(ascii: "(") { depth += 1 }
      if at() == UInt8(ascii: ")") { depth -= 1 }
      if at() == UInt8(ascii: "\n") { line += 1 }
      place += 1
    } while depth > 0 && place < bytes.count
  }

  private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }

  private static func isWord(_ byte: UInt8) -> Bool {
    isDigit(byte) || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
      || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte || byte == UInt8(ascii: "_") || byte >= 0x80
  }

  private static func isOperation(_ byte: UInt8) -> Bool { "/=-+!*%<>&|^~?".utf8.contains(byte) }
}
