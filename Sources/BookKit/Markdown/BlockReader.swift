/// Reads the blocks of a text, line by line.
///
/// It supports the constructs that the texts of the course use and refuses all others, so that no other
/// reader shows a text differently.
struct BlockReader {
  private let lines: [String]
  private var place = 0

  init(_ text: String) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  private var line: String { lines[place] }

  private func refuse(_ reason: String) -> Refusal { Refusal(line: place + 1, reason: reason) }

  /// The blocks up to the end of the text or of a folded part.
  mutating func blocks(inDetails: Bool = false) throws(Refusal) -> [Block] {
    var blocks: [Block] = []
    while place < lines.count {
      if line.allSatisfy({ $0 == " " }) {
        place += 1
      } else if inDetails, line == "</details>" {
        place += 1
        return blocks
      } else {
        blocks.append(try block())
      }
    }
    if inDetails { throw refuse("<details> has no end.") }
    return blocks
  }

  private mutating func block() throws(Refusal) -> Block {
    if line.contains("\t") { throw refuse("a tab; use spaces.") }
    if isHeading(line) { return try heading() }
    if line.hasPrefix("```") { return try code() }
    if line.hasPrefix("|") { return try table() }
    if line.hasPrefix("<!-- "), line.hasSuffix(" -->") {
      defer { place += 1 }
      return .mark(String(line.dropFirst(5).dropLast(4)))
    }
    if line.hasPrefix("<details") { return try details() }
    if marker(of: line) != nil { return try list() }
    if line.hasPrefix(" ") { throw refuse("an indented line that belongs to nothing.") }
    if line.hasPrefix(">") { throw refuse("a quotation with '>'; use quotation marks.") }
    if line.hasPrefix("* ") || line.hasPrefix("+ ") { throw refuse("a list with '\(line.first!)'; use '-'.") }
    if !line.contains(where: { !"-=*_ ".contains($0) }) { throw refuse("a line of '\(line.first!)' alone.") }
    return .paragraph(try inlines(try joined()))
  }

  /// Whether a line is a heading; `#1477` is not.
  private func isHeading(_ line: String) -> Bool {
    line.hasPrefix("#") && line.drop { $0 == "#" }.first == " "
  }

  private mutating func heading() throws(Refusal) -> Block {
    let level = line.prefix { $0 == "#" }.count
    guard level <= 4 else { throw refuse("a heading of no known level.") }
    let words = try inlines(String(line.dropFirst(level + 1)))
    place += 1
    return .heading(level, words)
  }

  private mutating func code() throws(Refusal) -> Block {
    let language = String(line.dropFirst(3))
    guard language.allSatisfy({ $0.isLetter || $0.isNumber }) else {
      throw refuse("'\(line)' does not begin code.")
    }
    guard let end = lines[(place + 1)...].firstIndex(of: "```") else { throw refuse("code without an end.") }
    defer { place = end + 1 }
    return .code(language: language, lines: Array(lines[(place + 1)..<end]))
  }

  private mutating func details() throws(Refusal) -> Block {
    guard let match = line.wholeMatch(of: /<details><summary>(.+)<\/summary>/) else {
      throw refuse("write <details><summary>words</summary> in one line.")
    }
    let summary = try inlines(String(match.1))
    place += 1
    return .details(summary: summary, blocks: try blocks(inDetails: true))
  }

  // MARK: Lists

  /// The marker of a list item and its number; nil for any other line.
  private func marker(of line: String) -> (length: Int, number: Int?)? {
    if line.hasPrefix("- ") { return (2, nil) }
    let digits = line.prefix { $0.isASCII && $0.isNumber }
    guard !digits.isEmpty, line.dropFirst(digits.count).hasPrefix(". ") else { return nil }
    return (digits.count + 2, Int(digits))
  }

  private mutating func list() throws(Refusal) -> Block {
    let start = marker(of: line)?.number
    var items: [[[Inline]]] = []
    while place < lines.count, let mark = marker(of: line), (mark.number == nil) == (start == nil) {
      if let start, mark.number != start + items.count {
        throw refuse("the numbers do not follow each other.")
      }
      let text = String(line.dropFirst(mark.length))
      if text.hasPrefix("[ ]") || text.hasPrefix("[x]") { throw refuse("a list with boxes.") }
      var paragraphs = [try itemParagraph(text)]
      // An indented paragraph below an item belongs to it.
      while place + 1 < lines.count, line.isEmpty, lines[place + 1].hasPrefix("  ") {
        place += 1
        if marker(of: line.trimmed) != nil { throw refuse("a list in a list.") }
        paragraphs.append(try itemParagraph(line.trimmed))
      }
      items.append(paragraphs)
      if place < lines.count, isContinuation(line) { throw refuse("a list whose line is not indented.") }
    }
    return .list(start: start, items: items)
  }

  /// A paragraph of an item, which begins with this text, and the indented lines below it.
  private mutating func itemParagraph(_ begin: String) throws(Refusal) -> [Inline] {
    var text = begin
    let first = place
    place += 1
    while place < lines.count, line.hasPrefix("  ") {
      let rest = line.drop { $0 == " " }
      if marker(of: String(rest)) != nil { throw refuse("a list in a list.") }
      if rest.hasPrefix("```") { throw refuse("code in a list.") }
      if rest.isEmpty { break }
      text += " " + rest
      place += 1
    }
    return try inlines(text, line: first)
  }

  /// Whether a line continues the paragraph above it.
  private func isContinuation(_ line: String) -> Bool {
    !line.allSatisfy { $0 == " " } && marker(of: line) == nil && !line.hasPrefix("<") && !isHeading(line)
      && !line.hasPrefix("```") && !line.hasPrefix("|")
  }

  // MARK: Tables

  private mutating func table() throws(Refusal) -> Block {
    let head = try row()
    guard place < lines.count, line.hasPrefix("|") else {
      throw refuse("a table without a line below its head.")
    }
    var right: [Bool] = []
    for cell in cells(line) {
      guard cell.wholeMatch(of: /:?-{3,}:?/) != nil, !cell.hasPrefix(":") else {
        throw refuse("'\(cell)' is no column; write --- or ---:.")
      }
      right.append(cell.hasSuffix(":"))
    }
    place += 1
    guard right.count == head.count else { throw refuse("the head has another number of columns.") }
    var rows: [[[Inline]]] = []
    while place < lines.count, line.hasPrefix("|") {
      let cells = try row()
      if cells.count != head.count {
        place -= 1
        throw refuse("\(cells.count) columns where the head has \(head.count).")
      }
      rows.append(cells)
    }
    return .table(right: right, head: head, rows: rows)
  }

  private mutating func row() throws(Refusal) -> [[Inline]] {
    guard line.hasSuffix("|"), line.count > 1 else { throw refuse("a row without a '|' at its end.") }
    var cells: [[Inline]] = []
    for cell in self.cells(line) { cells.append(try inlines(cell)) }
    place += 1
    return cells
  }

  /// The cells of a row; a `|` in code or after a backslash does not end a cell.
  private func cells(_ line: String) -> [String] {
    var cells: [String] = []
    var cell = ""
    var isCode = false
    var isEscaped = false
    for character in line.dropFirst().dropLast() {
      if isEscaped {
        cell += character == "|" ? "|" : "\\\(character)"
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == "|", !isCode {
        cells.append(cell)
        cell = ""
      } else {
        if character == "`" { isCode.toggle() }
        cell.append(character)
      }
    }
    return (cells + [cell]).map { $0.trimmed }
  }

  // MARK: Paragraphs

  /// The lines of a paragraph, joined.
  private mutating func joined() throws(Refusal) -> String {
    var text = line
    place += 1
    while place < lines.count, isContinuation(line), !line.hasPrefix(" ") {
      if !line.contains(where: { !"-=".contains($0) }) {
        throw refuse("a line that makes a heading of the one above.")
      }
      text += " " + line
      place += 1
    }
    return text
  }

  private func inlines(_ text: String, line: Int? = nil) throws(Refusal) -> [Inline] {
    var reader = InlineReader(text)
    do {
      return try reader.inlines()
    } catch {
      throw Refusal(line: (line ?? min(place, lines.count - 1)) + 1, reason: error.reason)
    }
  }
}

extension String {
  /// The text without leading and trailing spaces.
  var trimmed: String {
    let start = drop { $0 == " " }
    return String(start.prefix(start.count - start.reversed().prefix { $0 == " " }.count))
  }
}
