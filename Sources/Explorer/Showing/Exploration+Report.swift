import Terminal

extension Exploration {
  /// The report for a width in columns; with `details` false, without the token
  /// and the rows that only read, lock or announce.
  public func report(width: Int, details: Bool = true) -> String {
    let isFailure = finding != nil && finding?.isLimitOfTool == false
    let mark = isFailure ? "✘" : passed ? "✔" : verdict == .replayed && finding == nil ? "↻" : "?"
    var lines = "\(mark) \(name): \(summary)".wrapped(to: max(width, 40), indent: "  ")
    if !unseen.isEmpty {
      let calls = "Not seen by the Explorer: " + unseen.joined(separator: ", ") + "."
      lines += calls.wrapped(to: max(width, 40), indent: "  ")
    }
    guard let finding else { return lines.joined(separator: "\n") }
    for line in finding.message.split(separator: "\n", omittingEmptySubsequences: false) {
      lines += String(line).wrapped(to: max(width, 40), indent: "  ")
    }
    if let harm {
      lines += "It does harm in this order: \(harm.message)".wrapped(to: max(width, 40), indent: "  ")
    }
    if let table, !table.rows.isEmpty {
      lines += ["", table.text(width: width, isASCII: !Terminal.hasUnicode, details: details)]
    }
    if details, let token { lines += ["", "replay: \(token)"] }
    return lines.joined(separator: "\n")
  }
}

extension ThreadTable.Row {
  /// Whether the row only reads, locks or announces, and is not one of the two that made the difference.
  package var isDetail: Bool {
    let isSmall =
      ["lock ", "unlock ", "read "].contains(where: text.hasPrefix) || text.contains(" change ")
    return isSmall && !isMarked
  }
}
