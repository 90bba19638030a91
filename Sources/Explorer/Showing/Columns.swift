// How much room a text takes on a terminal, and how it is broken to fit.

extension Character {
  /// How many columns a terminal gives it: two for a wide character of East Asia and for an emoji.
  var columns: Int {
    guard let first = unicodeScalars.first else { return 0 }
    if first.properties.isEmojiPresentation || unicodeScalars.contains("\u{FE0F}") { return 2 }
    switch first.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3,
      0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F,
      0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }
}

extension StringProtocol {
  /// How many columns of a terminal it takes.
  var columns: Int { reduce(0) { $0 + $1.columns } }

  /// How many columns its longest word takes.
  var columnsOfLongestWord: Int { split(separator: " ").map(\.columns).max() ?? 0 }
}

extension String {
  /// The text with spaces behind it, up to so many columns.
  func padded(to width: Int) -> String { self + String(repeating: " ", count: Swift.max(0, width - columns)) }

  /// The text on one line: a value may contain line breaks and tabs, which would tear a table apart.
  var onOneLine: String {
    guard contains(where: { $0.isNewline || $0 == "\t" }) else { return self }
    return String(map { $0.isNewline || $0 == "\t" ? " " : $0 })
  }

  /// The text in lines of at most so many columns, broken between words.
  ///
  /// A word is broken only if it is longer than a whole line. Lines after the
  /// first begin with `indent` on top of the text's own leading spaces.
  func wrapped(to width: Int, indent: String = "") -> [String] {
    guard columns > width else { return [self] }
    let margin = String(prefix { $0 == " " })
    let hang = margin + indent
    var lines: [String] = []
    var line = margin
    var isEmpty = true
    for word in split(separator: " ") {
      var rest = word[...]
      if !isEmpty {
        if line.columns + 1 + rest.columns <= width {
          line += " "
        } else {
          lines.append(line)
          line = hang
        }
      }
      while line.columns + rest.columns > width {
        let head = rest.fitting(into: Swift.max(1, width - line.columns))
        lines.append(line + head)
        rest = rest.dropFirst(head.count)
        line = hang
      }
      line += rest
      isEmpty = false
    }
    return lines + [line]
  }
}

extension Substring {
  /// As many characters as fit into so many columns, at least one.
  fileprivate func fitting(into width: Int) -> Substring {
    var used = 0
    let head = prefix {
      used += $0.columns
      return used <= width
    }
    return head.isEmpty ? prefix(1) : head
  }
}

extension String {
  /// The text without the characters that a plain terminal cannot show.
  var inASCII: String {
    if unicodeScalars.allSatisfy(\.isASCII) { return self }
    var text = ""
    for character in self {
      switch character {
      case "→": text += "->"
      case "◀", "▶": text += character == "◀" ? "<" : ">"
      case "↻": text += "o"
      case "×": text += "x"
      case "…": text += "~"
      case "✔", "✓": text += "ok"
      case "✘": text += "FAILED"
      default: text += character.isASCII ? String(character) : "?"
      }
    }
    return text
  }
}
