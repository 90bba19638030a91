extension String {
  /// The text escaped for HTML and XML, including attribute values.
  ///
  /// It works scalar by scalar: `<` with a combining mark is one character to Swift, but a browser still sees
  /// a tag.
  package var escaped: String {
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar {
      case "&": result.append(contentsOf: "&amp;".unicodeScalars)
      case "<": result.append(contentsOf: "&lt;".unicodeScalars)
      case ">": result.append(contentsOf: "&gt;".unicodeScalars)
      case "\"": result.append(contentsOf: "&quot;".unicodeScalars)
      case "'": result.append(contentsOf: "&#39;".unicodeScalars)
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  /// The text escaped for a place between tags, where quotation marks need no escape.
  package var escapedBetweenTags: String {
    escaped.replacing("&quot;", with: "\"").replacing("&#39;", with: "'")
  }
}
