import Terminal

extension UnifiedDiff.File {
  /// Makes the difference between two texts, with three lines around each change; nil if they are equal.
  package init?(from old: String, to new: String, named names: (old: String, new: String)) {
    let lines = UnifiedDiff.merged(old.lines, new.lines)
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

extension UnifiedDiff {
  /// All lines of both texts, each marked as kept, removed or added.
  package static func lines(from old: String, to new: String) -> [Line] { merged(old.lines, new.lines) }

  /// All lines of both texts; at one place, removed lines come before added ones.
  fileprivate static func merged(_ old: [String], _ new: [String]) -> [UnifiedDiff.Line] {
    var removed: Set<Int> = []
    var added: Set<Int> = []
    for change in new.difference(from: old) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): added.insert(offset)
      }
    }
    var lines: [UnifiedDiff.Line] = []
    var place = (old: 0, new: 0)
    while place.old < old.count || place.new < new.count {
      if removed.contains(place.old) {
        lines.append(UnifiedDiff.Line(kind: .removed, text: old[place.old]))
        place.old += 1
      } else if added.contains(place.new) {
        lines.append(UnifiedDiff.Line(kind: .added, text: new[place.new]))
        place.new += 1
      } else {
        lines.append(UnifiedDiff.Line(kind: .kept, text: old[place.old]))
        place.old += 1
        place.new += 1
      }
    }
    return lines
  }
}
