import CourseKit
import Terminal

/// Two texts beside each other, line by line, with the lines that differ in colour and with a sign.
struct Comparison {
  struct Row: Equatable {
    let left: String?
    let right: String?
    var isSame: Bool { left == right }
  }

  let rows: [Row]

  /// Compares what the learner has with the solution.
  init(_ left: String, _ right: String) {
    var rows: [Row] = []
    var (removed, added): ([String], [String]) = ([], [])
    func flush() {
      // A removed line and its replacement are beside each other.
      for place in 0..<max(removed.count, added.count) {
        rows.append(
          Row(
            left: place < removed.count ? removed[place] : nil,
            right: place < added.count ? added[place] : nil))
      }
      (removed, added) = ([], [])
    }
    for line in DifferenceLine.all(from: left.lines, to: right.lines) {
      switch line.kind {
      case .removed: removed.append(line.text)
      case .added: added.append(line.text)
      case .kept:
        flush()
        rows.append(Row(left: line.text, right: line.text))
      }
    }
    flush()
    self.rows = rows
  }

  /// The two columns if they fit; otherwise one text below the other, with signs as in a difference.
  func text(titles: (String, String), width: Int, colours: Colours) -> String {
    let left = max(titles.0.columns, rows.compactMap { $0.left?.columns }.max() ?? 0)
    let right = max(titles.1.columns, rows.compactMap { $0.right?.columns }.max() ?? 0)
    guard left + 3 + right <= width else { return unified(titles, width, colours) }
    let head = colours.bold("\(titles.0.padded(to: left)) │ \(titles.1)")
    let lines = rows.map { row -> String in
      let mine = (row.left ?? "").padded(to: left)
      let other = row.right ?? ""
      if row.isSame { return "\(mine) │ \(other)".withoutEnd }
      let sign = row.left == nil ? ">" : row.right == nil ? "<" : "≠"
      return "\(colours.red(mine)) \(sign) \(colours.green(other))".withoutEnd
    }
    return ([head] + lines).joined(separator: "\n")
  }

  private func unified(_ titles: (String, String), _ width: Int, _ colours: Colours) -> String {
    var lines = [colours.bold("- \(titles.0)"), colours.bold("+ \(titles.1)")]
    /// The line after its sign; a long one continues below its own beginning.
    func marked(_ sign: String, _ text: String) -> String {
      let rows = text.wrapped(to: max(20, width - 2), indent: "    ")
      return rows.map { "\(sign) \($0)".withoutEnd }.joined(separator: "\n")
    }
    var green: [String] = []
    for row in rows {
      if row.isSame {
        lines += green + [marked(" ", row.left ?? "")]
        green = []
      } else {
        if let left = row.left { lines.append(colours.red(marked("-", left))) }
        if let right = row.right { green.append(colours.green(marked("+", right))) }
      }
    }
    return (lines + green).joined(separator: "\n")
  }
}
