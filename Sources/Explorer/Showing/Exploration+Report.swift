extension Exploration {
  /// The report in so many columns; with `details` false, only the rows that say what happened to whom.
  public func report(width: Int, details: Bool = true) -> String {
    guard let finding else {
      let mark = passed ? "✔" : verdict == .replayed ? "↻" : "?"
      return "\(mark) \(name): \(summary)"
    }
    var lines = ["✘ \(name): \(summary)", finding.message]
    if let table {
      lines += ["", table.text(width: width, isASCII: !Terminal.hasUnicode, details: details)]
    }
    if let token { lines += ["", "replay: \(token)"] }
    return lines.joined(separator: "\n")
  }
}

extension ThreadTable.Row {
  /// Whether the row only looks, locks or announces, and is not one of the two that made the difference.
  var isDetail: Bool {
    let isSmall =
      ["lock ", "unlock ", "read ", "look at "].contains(where: text.hasPrefix) || text.contains(" change ")
    return isSmall && !isMarked
  }
}
