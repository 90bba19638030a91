import Terminal

/// Swift in a page: keywords are `b`, comments `i`, strings `u`, and line numbers `a`.
///
/// None of these elements means anything to a screen reader. Elements with classes would take more bytes
/// than the code.
enum SwiftCode {
  private static let words: Set<Substring> = [
    "actor", "as", "await", "async", "break", "case", "catch", "class", "continue", "default", "defer",
    "deinit",
    "do", "else", "enum", "extension", "false", "fileprivate", "final", "for", "func", "guard", "if",
    "import",
    "in", "init", "inout", "internal", "is", "let", "mutating", "nil", "open", "override", "package",
    "private",
    "protocol", "public", "repeat", "return", "self", "Self", "some", "static", "struct", "subscript",
    "super",
    "switch", "throw", "throws", "true", "try", "typealias", "unowned", "var", "weak", "where", "while",
  ]

  /// One line; in the sources of the course no string or comment continues on the next.
  static func html(_ line: String) -> String {
    var html = ""
    var rest = Substring(line)
    while let first = rest.first {
      if rest.hasPrefix("//") {
        return html + element("i", rest)
      } else if first == "\"" {
        let text = string(rest)
        html += element("u", text)
        rest = rest.dropFirst(text.count)
      } else if first.isLetter || first == "_" {
        let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        html += words.contains(word) ? element("b", word) : String(word)
        rest = rest.dropFirst(word.count)
      } else {
        html += String(first).escaped
        rest = rest.dropFirst()
      }
    }
    return html
  }

  /// A string with its quotation marks; an interpolation may contain strings.
  private static func string(_ text: Substring) -> Substring {
    var (depth, isEscaped, place) = (0, false, text.index(after: text.startIndex))
    while place < text.endIndex {
      let character = text[place]
      if isEscaped {
        isEscaped = false
        if character == "(" { depth += 1 }
      } else if character == "\\" {
        isEscaped = true
      } else if depth > 0 {
        if character == "(" { depth += 1 } else if character == ")" { depth -= 1 }
      } else if character == "\"" {
        return text[...place]
      }
      place = text.index(after: place)
    }
    return text
  }

  private static func element(_ name: String, _ text: Substring) -> String {
    "<\(name)>\(String(text).escapedBetweenTags)</\(name)>"
  }

  private static let printing = "// prints: "

  /// Lines with numbers; a comment `// prints:` becomes output below the statement that prints it, without a
  /// number.
  private static func rows(_ lines: [String], first: Int) -> String {
    var html = ""
    var output: [Substring] = []
    // The indentation of the statement that prints the output, once it has begun.
    var margin: Int?
    func flush() {
      html += output.map { "<span class=\"prints\">\(String($0).escaped)</span>" }.joined()
      (output, margin) = ([], nil)
    }
    for (index, line) in lines.enumerated() {
      let code = line.drop { $0 == " " }
      let indent = line.count - code.count
      if let margin, !code.isEmpty, indent < margin || indent == margin && !"})]".contains(code.prefix(1)) {
        flush()
      }
      if code.hasPrefix(printing) {
        output.append(code.dropFirst(printing.count))
      } else {
        if !output.isEmpty, margin == nil { margin = indent }
        html += "<a>\(first + index)</a>\(self.html(line))\n"
      }
    }
    flush()
    return html
  }

  /// A listing with line numbers that begin with `first`.
  ///
  /// A region is a landmark, so its label must be unique in the page; a group is not a landmark.
  static func listing(
    _ lines: [String], first: Int = 1, label: String, role: String = "region"
  ) -> String {
    "<pre class=\"code listing\" tabindex=\"0\" role=\"\(role)\""
      + " aria-label=\"\(label.escaped)\"><code>"
      + rows(lines, first: first) + "</code></pre>"
  }
}
