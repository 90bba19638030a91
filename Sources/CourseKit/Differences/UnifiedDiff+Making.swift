import Terminal

extension UnifiedDiff.File {
  /// Makes the difference between two texts, with three lines around each change; nil if they are equal.
  package init?(from old: String, to new: String, named names: (old: String, new: String)) {
    let lines = DifferenceLine.all(from: old.lines, to: new.lines)
    let changed = lines.indices.filter { lines[$0].kind != .kept }
    guard let first = changed.first else { return nil }

    // Changes with at most six unchanged lines between them share a hunk.
    var ranges = [first...first]
    for place in changed.dropFirst() {
      let last = ranges.count - 1
      if place - ranges[last].upperBound <= 7 {
        ranges[last] = ranges[last].lowerBound...place
      } else {
        ranges.append(place...place)
      }
    }
    self.old = names.old
    self.new = names.new
    hunks = ranges.map { range in
      let begin = max(range.lowerBound - 3, 0)
      let end = min(range.upperBound + 3, lines.count - 1)
      let start = lines[..<begin].count { $0.kind != .added } + 1
      return UnifiedDiff.Hunk(start: start, lines: Array(lines[begin...end]))
    }
  }
}
