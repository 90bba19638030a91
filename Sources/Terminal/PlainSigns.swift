/// Replacements for terminals that show ASCII only; the only such table in the package.
private let plainSigns: [Character: String] = [
  "✓": "ok", "✔": "ok", "✗": "FAILED", "✘": "FAILED", "…": "...", "→": "->", "≠": "!", "×": "x", "µ": "u",
  "─": "-", "┄": "-", "–": "-", "·": "-", "│": "|", "▏": "|", "█": "#", "░": ".", "□": "o", "○": "o",
  "↻": "o",
  "◀": "<", "▶": ">", "★": "*",
]

extension String {
  /// The text with the package's own signs in ASCII; letters of other scripts are unchanged.
  package var inPlainSigns: String {
    if unicodeScalars.allSatisfy(\.isASCII) { return self }
    return reduce(into: "") { $0 += plainSigns[$1] ?? String($1) }
  }

  /// The text in ASCII only; other scripts become question marks of the same width.
  package var inASCII: String {
    if unicodeScalars.allSatisfy(\.isASCII) { return self }
    return reduce(into: "") { result, character in
      if character.isASCII {
        result.append(character)
      } else {
        result += plainSigns[character] ?? String(repeating: "?", count: character.columns)
      }
    }
  }
}
