/// The lines of a file that are not in an older version.
struct Difference: Equatable {
  enum Kind { case same, added, removed }

  struct Line: Equatable {
    let kind: Kind
    let text: String
  }

  let lines: [Line]

  /// Compares the lines of two files.
  ///
  /// Comments of the old file are ignored, because each stage comments only its news. Empty lines are not changes.
  init(from old: String, to new: String) {
    let (old, new) = (Difference.lines(of: old, withComments: false), Difference.lines(of: new))
    let changes = new.difference(from: old)
    var (removed, added) = (Set<Int>(), Set<Int>())
    for change in changes {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): added.insert(offset)
      }
    }
    var result: [Line] = []
    var (here, there) = (0, 0)
    while here < old.count || there < new.count {
      if removed.contains(here) {
        if !old[here].isEmpty { result.append(Line(kind: .removed, text: old[here])) }
        here += 1
      } else if added.contains(there) {
        result.append(Line(kind: new[there].isEmpty ? .same : .added, text: new[there]))
        there += 1
      } else {
        result.append(Line(kind: .same, text: new[there]))
        (here, there) = (here + 1, there + 1)
      }
    }
    lines = result
  }

  /// The changed lines with `context` lines around them, in groups, without the lines between groups.
  func hunks(context: Int = 2) -> [[Line]] {
    var hunks: [[Line]] = []
    var last = -1
    for (place, line) in lines.enumerated() where line.kind != .same {
      let first = max(last + 1, place - context)
      if hunks.isEmpty || first > last + 1 { hunks.append([]) }
      let end = min(lines.count, place + context + 1)
      guard first < end else { continue }
      // Context behind this line may turn out to be a change; it is taken as what it is, once.
      hunks[hunks.count - 1] += lines[first..<end]
      last = end - 1
    }
    return hunks
  }

  /// The lines with each comment joined into one, so that it can be wrapped to the terminal.
  static func joiningComments(_ lines: [Line]) -> [Line] {
    lines.reduce(into: []) { result, line in
      guard let last = result.last, last.kind == line.kind, let sign = commentSign(of: line.text),
        sign == commentSign(of: last.text), line.text.count > sign.count, last.text.count > sign.count
      else { return result.append(line) }
      result[result.count - 1] = Line(kind: line.kind, text: last.text + line.text.dropFirst(sign.count))
    }
  }

  /// The prefix of a comment line: the margin and `//` or `///`; nil for other lines.
  static func commentSign(of line: String) -> String? {
    let margin = line.prefix { $0 == " " }
    let slashes = line.dropFirst(margin.count).prefix { $0 == "/" }
    return slashes.count >= 2 ? String(margin + slashes) : nil
  }

  private static func lines(of text: String, withComments: Bool = true) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init).filter {
      withComments || !$0.drop(while: { $0 == " " }).hasPrefix("//")
    }
  }
}
