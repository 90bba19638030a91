/// Parses the text of a paragraph, an item, a cell or a heading.
struct InlineReader {
  private let characters: [Character]
  private var place = 0

  init(_ text: String) { characters = Array(text) }

  /// The error that a construct is not supported; the caller knows the line.
  struct Flaw: Error {
    let reason: String
  }

  /// All parts.
  mutating func inlines() throws(Flaw) -> [Inline] { try inlines(until: nil) }

  private func begins(_ sign: String) -> Bool { characters[place...].starts(with: sign) }

  /// The parts up to a delimiter, which is consumed, or up to the end.
  private mutating func inlines(until end: String?) throws(Flaw) -> [Inline] {
    var parts: [Inline] = []
    var text = ""
    func flush() {
      if !text.isEmpty { parts.append(.text(text)) }
      text = ""
    }
    while place < characters.count {
      if let end, begins(end) {
        flush()
        place += end.count
        return parts
      }
      if let part = try part() {
        flush()
        parts.append(part)
      } else {
        text.append(characters[place])
        place += 1
      }
    }
    if let end { throw Flaw(reason: "'\(end)' is missing at the end of '\(text.prefix(20))'.") }
    flush()
    return parts
  }

  /// The construct that begins here; nil for an ordinary character.
  private mutating func part() throws(Flaw) -> Inline? {
    switch characters[place] {
    case "\\":
      guard place + 1 < characters.count, "\\`*_[]<>|#".contains(characters[place + 1]) else {
        throw Flaw(reason: "a backslash before something that needs none.")
      }
      place += 2
      return .text(String(characters[place - 1]))
    case "`": return try code()
    case "*":
      if begins("**") { return .strong(try inside("**")) }
      return .emphasis(try inside("*"))
    case "[":
      place += 1
      let words = try inlines(until: "]")
      guard place < characters.count, characters[place] == "(" else {
        throw Flaw(reason: "brackets that are no link: '[\(words.plain)]'. Put a backslash before them.")
      }
      return .link(words, to: try target())
    case "!" where begins("!["):
      place += 2
      let words = try inlines(until: "]")
      guard place < characters.count, characters[place] == "(" else {
        throw Flaw(reason: "a picture without a path.")
      }
      return .image(description: words.plain, path: try target())
    case "<" where begins("<a id=\""):
      // A place for links on a code host; the book gives each row its own.
      guard let match = String(characters[place...]).prefixMatch(of: /<a id="\w+"><\/a>/) else {
        throw Flaw(reason: "an anchor that is not like <a id=\"T1\"></a>.")
      }
      place += match.output.count
      return .text("")
    case "<":
      guard begins("<doc:"), let end = characters[place...].firstIndex(of: ">") else {
        throw Flaw(reason: "'<' outside of code.")
      }
      defer { place = end + 1 }
      return .article(String(characters[(place + 5)..<end]))
    case "_"
    where (place == 0 || characters[place - 1] == " ")
      && String(characters[place...]).prefixMatch(of: /_+[^_\s][^_]*_/) != nil:
      throw Flaw(reason: "'_' at both ends of words; for emphasis use '*'.")
    case "&" where String(characters[place...]).firstMatch(of: /^&#?\w+;/) != nil:
      throw Flaw(reason: "an entity; write the letter itself.")
    default: return nil
    }
  }

  private mutating func inside(_ sign: String) throws(Flaw) -> [Inline] {
    place += sign.count
    guard place < characters.count, characters[place] != " " else {
      throw Flaw(reason: "'\(sign)' before a space; put a backslash before it, or use code.")
    }
    return try inlines(until: sign)
  }

  private mutating func code() throws(Flaw) -> Inline {
    let sign = begins("``") ? "``" : "`"
    place += sign.count
    var text = ""
    while place < characters.count {
      if begins(sign) {
        place += sign.count
        if text.isEmpty { throw Flaw(reason: "code without a letter.") }
        return sign == "``" ? .symbol(text) : .code(text)
      }
      text.append(characters[place])
      place += 1
    }
    throw Flaw(reason: "a backtick without another.")
  }

  private mutating func target() throws(Flaw) -> String {
    guard let end = characters[place...].firstIndex(of: ")") else {
      throw Flaw(reason: "a link without an end.")
    }
    defer { place = end + 1 }
    let target = String(characters[(place + 1)..<end])
    if target.isEmpty || target.contains(" ") { throw Flaw(reason: "a link to '\(target)'.") }
    return target
  }
}
