/// Colours and widths of what is printed.
package enum Console {
  package static func print(_ text: String = "") { Terminal.show(text + "\n") }

  private static let colours = Colours()

  package static func bold(_ text: String) -> String { colours.bold(text) }
  package static func dim(_ text: String) -> String { colours.dim(text) }
  package static func good(_ text: String) -> String { colours.green(text) }
  package static func bad(_ text: String) -> String { colours.red(text) }

  /// A text indented, with long lines broken between words; tables keep their lines.
  package static func indented(_ text: String, by indent: Int) -> String {
    let space = String(repeating: " ", count: indent)
    let width = max(40, min(Terminal.width, 100)) - indent
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .flatMap { line -> [String] in
        // The sentence below a table of a schedule.
        if line.drop(while: { $0 == " " }).hasPrefix("◀  ") { return line.wrapped(to: width, indent: "   ") }
        return line.contains("  ") || line.contains("|") ? [String(line)] : line.wrapped(to: width)
      }
      .map { $0.isEmpty ? "" : space + $0 }.joined(separator: "\n")
  }

  /// Code or a compiler's output: long lines are broken between words, below their own beginning.
  package static func code(_ text: String, width: Int = Terminal.width) -> String {
    text.lines.flatMap { line -> [String] in
      // In a quoted line, the number and the margin.
      let head = line.prefixMatch(of: /[ \d]*\| ?/).map { String($0.0) } ?? ""
      let rest = String(line.dropFirst(head.count))
      let lines = rest.wrapped(to: max(20, width - head.columns), indent: "    ")
      let margin = head.isEmpty ? "" : String(repeating: " ", count: max(0, head.count - 2)) + "| "
      return lines.enumerated().map { ($0.offset == 0 ? head : margin) + $0.element }
    }.joined(separator: "\n")
  }

  /// A text after a sign; its other lines are aligned with its first, also where signs are longer in ASCII.
  package static func item(
    _ sign: String, _ colour: (String) -> String, _ text: String, _ style: (String) -> String = { $0 }
  ) -> String {
    let indent = (Terminal.hasUnicode ? sign : sign.inPlainSigns).columns + 1
    let lines = text.wrapped(to: max(40, min(Terminal.width, 100)) - indent - 1).map(style)
    return "\(colour(sign)) " + lines.joined(separator: "\n" + String(repeating: " ", count: indent))
  }

  /// Markdown for the terminal: paragraphs are wrapped to its width, code and lists stay as they are.
  package static func prose(_ text: String) -> String {
    var isCode = false
    var lines: [String] = []
    var paragraph: [String] = []
    func flush() {
      lines += paragraph.joined(separator: " ").wrapped(to: max(40, min(Terminal.width - 1, 100)))
      paragraph = []
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if line.hasPrefix("```") { isCode.toggle() }
      let isPlain =
        !isCode && line.first.map { $0.isLetter || "*`_(\"'".contains($0) } == true
        && !line.hasPrefix("* ") && !line.hasPrefix("```")
      if isPlain {
        paragraph.append(line)
      } else {
        if !paragraph.isEmpty { flush() }
        lines.append(line)
      }
    }
    if !paragraph.isEmpty { flush() }
    return lines.joined(separator: "\n")
  }

  /// A progress bar of `width` characters.
  package static func bar(_ part: Int, of whole: Int, width: Int) -> String {
    let filled = whole == 0 ? 0 : part * width / whole
    return String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
  }
}
