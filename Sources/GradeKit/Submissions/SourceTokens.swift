/// The words and symbols of a Swift text, without its comments and its strings.
///
/// A comment between two words, or backticks, evade a rule that looks at text. They do not evade one that looks at
/// these tokens: comments are dropped, backticks are removed, and code in a string's interpolation is code.
struct SourceTokens {
  enum Token: Equatable {
    case word(String)
    /// Characters that form one operator.
    case sign(String)
    /// A bracket, a comma, a colon, `@`, `#` and the like.
    case mark(UnicodeScalar)
    case literal
  }

  private(set) var tokens: [Token] = []
  /// Why the text cannot be read with certainty; nil if it can.
  private(set) var trouble: String?
  private let scalars: [UnicodeScalar]
  private var place = 0

  init(_ text: String) {
    scalars = Array(text.unicodeScalars)
    code(isInString: false)
  }

  private func at(_ offset: Int) -> UnicodeScalar? {
    place + offset < scalars.count && place + offset >= 0 ? scalars[place + offset] : nil
  }

  private func isNext(_ text: String) -> Bool {
    text.unicodeScalars.enumerated().allSatisfy { at($0.offset) == $0.element }
  }

  private static let signs = Set("/=-+!*%<>&|^~?".unicodeScalars)

  private static func isLetter(_ scalar: UnicodeScalar) -> Bool {
    scalar == "_" || scalar == "$" || scalar.value >= 0x80
      || (scalar.isASCII && scalar.properties.isAlphabetic)
  }

  private static func isDigit(_ scalar: UnicodeScalar) -> Bool { ("0"..."9").contains(scalar) }

  private static func isSpace(_ scalar: UnicodeScalar) -> Bool {
    " \t\n\u{B}\u{C}\r\0".unicodeScalars.contains(scalar)
  }

  /// Reads code to its end, or in a string to the closing bracket of the interpolation.
  private mutating func code(isInString: Bool) {
    var depth = 0
    while trouble == nil, let scalar = at(0) {
      if SourceTokens.isSpace(scalar) {
        place += 1
      } else if isNext("//") {
        while let next = at(0), next != "\n" { _ = next; place += 1 }
      } else if isNext("/*") {
        comment()
      } else if scalar == "\"" || scalar == "#" && startsString() {
        string()
      } else if scalar == "`" {
        quotedName()
      } else if SourceTokens.isLetter(scalar) {
        word()
      } else if SourceTokens.isDigit(scalar) {
        while let next = at(0), SourceTokens.isLetter(next) || SourceTokens.isDigit(next) {
          _ = next; place += 1
        }
        tokens.append(.literal)
      } else if SourceTokens.signs.contains(scalar) {
        sign()
      } else {
        if scalar == "#", at(1) == "/" {
          trouble = "has a regular expression between '#/', which the check cannot read"
        }
        if scalar == "(" { depth += 1 }
        if scalar == ")" {
          if isInString && depth == 0 { return }
          depth -= 1
        }
        tokens.append(.mark(scalar))
        place += 1
      }
    }
  }

  private mutating func word() {
    var name = String.UnicodeScalarView()
    while let next = at(0), SourceTokens.isLetter(next) || SourceTokens.isDigit(next) {
      name.append(next)
      place += 1
    }
    tokens.append(.word(String(name)))
  }

  private mutating func quotedName() {
    place += 1
    var name = String.UnicodeScalarView()
    while let next = at(0), next != "`", next != "\n" {
      name.append(next)
      place += 1
    }
    place += 1
    tokens.append(.word(String(name)))
  }

  private mutating func sign() {
    if isRegularExpression {
      trouble = "has a quotation mark between slashes, which the check cannot read. Use Regex(\"…\")"
      return
    }
    var text = String.UnicodeScalarView()
    while let next = at(0), SourceTokens.signs.contains(next), text.isEmpty || !isNext("//") && !isNext("/*")
    {
      text.append(next)
      place += 1
    }
    tokens.append(.sign(String(text)))
  }

  /// Whether a slash may begin a regular expression with a quotation mark in it, which would hide what follows.
  private var isRegularExpression: Bool {
    guard at(0) == "/", let next = at(1), !SourceTokens.isSpace(next) else { return false }
    if let before = at(-1), !SourceTokens.isSpace(before), !"([{,;:=!&|?".unicodeScalars.contains(before) {
      return false
    }
    let line = scalars[(place + 1)...].prefix { $0 != "\n" }
    return line.contains("/") && line.contains("\"")
  }

  private mutating func comment() {
    var depth = 0
    repeat {
      if isNext("/*") {
        depth += 1
        place += 2
      } else if isNext("*/") {
        depth -= 1
        place += 2
      } else if at(0) == nil {
        return
      } else {
        place += 1
      }
    } while depth > 0
  }

  private func startsString() -> Bool {
    var offset = 0
    while at(offset) == "#" { offset += 1 }
    return at(offset) == "\""
  }

  private mutating func string() {
    var pounds = 0
    while at(0) == "#" {
      pounds += 1
      place += 1
    }
    let fence = String(repeating: "#", count: pounds)
    let isLong = isNext("\"\"\"")
    if isLong && pounds > 0 { trouble = "has a string between '#\"\"\"', which the check cannot read" }
    let end = (isLong ? "\"\"\"" : "\"") + fence
    place += isLong ? 3 : 1
    tokens.append(.literal)
    while trouble == nil, let scalar = at(0) {
      if isNext("\\" + fence) {
        place += 1 + pounds
        if at(0) == "(" {
          place += 1
          code(isInString: true)
        }
        place += 1
      } else if isNext(end) {
        place += end.unicodeScalars.count
        return
      } else if scalar == "\n" && !isLong {
        return
      } else {
        place += 1
      }
    }
  }
}
