extension StringProtocol {
  /// The text in lines of at most `width` columns, broken between words.
  ///
  /// A word is broken only if it is longer than a whole line. Lines after the first begin with `indent` after
  /// the text's own leading spaces.
  package func wrapped(to width: Int, indent: String = "") -> [String] {
    guard columns > width else { return [String(self)] }
    let margin = String(prefix { $0 == " " })
    // A deep margin leaves room for words.
    let hang = String((margin + indent).prefix(width / 2))
    var lines: [String] = []
    var line = margin.columns * 3 <= width * 2 ? margin : hang
    var isEmpty = true
    for word in split(separator: " ") {
      var rest = String(word)
      if !isEmpty {
        if line.columns + 1 + rest.columns <= width {
          line += " "
        } else {
          lines.append(line)
          line = hang
        }
      }
      while !rest.isEmpty, line.columns + rest.columns > width {
        let head = rest.fitting(into: Swift.max(1, width - line.columns))
        lines.append(line + head)
        rest.removeFirst(head.count)
        line = hang
      }
      line += rest
      isEmpty = false
    }
    return lines + [line]
  }
}

extension String {
  /// As many characters as fit into `width` columns, at least one.
  fileprivate func fitting(into width: Int) -> Substring {
    var used = 0
    let head = prefix {
      used += $0.columns
      return used <= width
    }
    return head.isEmpty ? prefix(1) : head
  }
}
