import CourseKit

/// Colours and widths of what is printed.
enum Page {
  static func print(_ text: String = "") { Terminal.write(text + "\n") }

  static func bold(_ text: String) -> String { style(text, "1") }
  static func dim(_ text: String) -> String { style(text, "2") }
  static func good(_ text: String) -> String { style(text, "32") }
  static func bad(_ text: String) -> String { style(text, "31") }

  private static func style(_ text: String, _ code: String) -> String {
    Terminal.hasColours ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }

  /// A text moved to the right, its long lines broken between words; tables keep their lines.
  static func indented(_ text: String, by indent: Int) -> String {
    let space = String(repeating: " ", count: indent)
    let width = max(40, min(Terminal.width, 100)) - indent
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .flatMap { $0.contains("  ") || $0.contains("|") ? [String($0)] : wrapped(String($0), width) }
      .map { $0.isEmpty ? "" : space + $0 }.joined(separator: "\n")
  }

  /// A text behind a mark, its further lines below its first.
  static func item(_ mark: String, _ text: String, _ style: (String) -> String = { $0 }) -> String {
    let lines = wrapped(text, max(40, min(Terminal.width, 100)) - 3).map(style)
    return "\(mark) " + lines.joined(separator: "\n  ")
  }

  private static func wrapped(_ line: String, _ width: Int) -> [String] {
    var lines = [""]
    for word in line.split(separator: " ", omittingEmptySubsequences: false) {
      let last = lines[lines.count - 1]
      if last.isEmpty {
        lines[lines.count - 1] = String(word)
      } else if last.count + 1 + word.count <= width {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }

  /// Markdown for the terminal: paragraphs broken anew at its width, code and lists as they are.
  static func prose(_ text: String) -> String {
    var isCode = false
    var lines: [String] = []
    var paragraph: [String] = []
    func flush() {
      lines += wrapped(paragraph.joined(separator: " "), max(40, min(Terminal.width - 1, 100)))
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

  /// A bar of `width` signs.
  static func bar(_ part: Int, of whole: Int, width: Int) -> String {
    let filled = whole == 0 ? 0 : part * width / whole
    return String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
  }

  static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
