// How many columns a text takes on a terminal, and how to fit it.

extension Character {
  /// How many columns it takes on a terminal: two for a wide character of East Asia or an emoji.
  package var columns: Int {
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
  /// How many columns it takes on a terminal.
  package var columns: Int { reduce(0) { $0 + $1.columns } }

  /// How many columns its longest word takes.
  package var columnsOfLongestWord: Int { split(separator: " ").map(\.columns).max() ?? 0 }
}

extension String {
  /// The text padded on the right to `width` columns; a longer text is unchanged.
  package func padded(to width: Int) -> String { self + spaces(Swift.max(0, width - columns)) }

  /// The text padded on the left to `width` columns; a longer text is unchanged.
  package func rightAligned(to width: Int) -> String { spaces(Swift.max(0, width - columns)) + self }

  /// The text truncated to `width` columns, with "…" for the missing part, or "~" in ASCII.
  package func cut(to width: Int, isASCII: Bool = false) -> String {
    if isASCII, !unicodeScalars.allSatisfy(\.isASCII) { return inASCII.cut(to: width, isASCII: true) }
    if columns <= width { return self }
    guard width > 0 else { return "" }
    var used = 1
    return prefix {
      used += $0.columns
      return used <= width
    } + (isASCII ? "~" : "…")
  }

  /// The text truncated or padded to exactly `width` columns.
  package func fitted(to width: Int, isASCII: Bool = false) -> String {
    cut(to: width, isASCII: isASCII).padded(to: width)
  }

  /// The text without the spaces at its end.
  package var withoutEnd: String { String(reversed().drop { $0 == " " }.reversed()) }

  /// The text on one line: characters that would move the cursor or reorder the text are made visible.
  package var onOneLine: String {
    guard unicodeScalars.contains(where: { $0.isDisturbing }) else { return self }
    var result = ""
    for character in self {
      if character == "\r\n" {
        result += " "
        continue
      }
      for scalar in character.unicodeScalars {
        if scalar.properties.isWhitespace && scalar.isDisturbing {
          result += " "
        } else if scalar.isDisturbing {
          result += "\u{FFFD}"
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result
  }

  private func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }
}

extension Unicode.Scalar {
  /// Whether it is a control character or changes the direction of the text after it.
  fileprivate var isDisturbing: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
    case .format: (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value)
    default: false
    }
  }
}

/// A table; the columns in `left` are aligned to the left, the others to the right.
package func aligned(_ rows: [[String]], left: Set<Int> = [0]) -> String {
  let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].columns }.max() ?? 0 }
  return rows.map { row in
    zip(row.indices, zip(row, widths)).map { index, cell in
      left.contains(index) ? cell.0.padded(to: cell.1) : cell.0.rightAligned(to: cell.1)
    }.joined(separator: "  ").withoutEnd
  }.joined(separator: "\n")
}
