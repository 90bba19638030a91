extension Character {
  /// How many columns of a terminal it takes.
  var columns: Int {
    guard let first = unicodeScalars.first else { return 0 }
    if first.properties.isEmojiPresentation || unicodeScalars.contains("\u{FE0F}") { return 2 }
    switch first.value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
      return 2
    default:
      return 1
    }
  }
}

extension String {
  /// How many columns of a terminal it takes.
  var columns: Int { reduce(0) { $0 + $1.columns } }

  /// The same in exactly so many columns: cut, with an ellipsis, or filled up with spaces.
  func fitted(to width: Int) -> String {
    let all = columns
    if all <= width { return self + String(repeating: " ", count: width - all) }
    guard width > 0 else { return "" }
    var result = ""
    var used = 0
    for character in self {
      if used + character.columns > width - 1 { break }
      result.append(character)
      used += character.columns
    }
    return result + "…" + String(repeating: " ", count: width - 1 - used)
  }

  /// The same on one line: what would move the cursor, or the text after it, is made visible.
  var onOneLine: String {
    guard unicodeScalars.contains(where: { $0.isDisturbing }) else { return self }
    var result = ""
    for scalar in unicodeScalars {
      if scalar == "\n" || scalar == "\r" || scalar == "\t" {
        result += " "
      } else if scalar.isDisturbing {
        result += "\u{FFFD}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension Unicode.Scalar {
  /// Whether it is a control character, or turns the direction of the text after it.
  fileprivate var isDisturbing: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
    case .format: (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value)
    default: false
    }
  }
}
