/// Encodes JSON that can be embedded in a page: without `<`, and the same from run to run.
enum JSON {
  static func text(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "<", ">", "&", "\u{2028}", "\u{2029}", "\0"..."\u{1F}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  static func list(_ items: [String]) -> String { "[\(items.joined(separator: ","))]" }
}
