/// One line of the difference between two texts.
package struct DifferenceLine: Equatable, Sendable {
  /// Whether a line is kept, removed or added, with its sign.
  package enum Kind: Character, Sendable {
    case kept = " "
    case removed = "-"
    case added = "+"
  }
  /// Whether the line is kept, removed or added.
  package var kind: Kind
  /// The line without its sign.
  package var text: String

  package init(kind: Kind, text: String) { (self.kind, self.text) = (kind, text) }

  /// All lines of both texts; at one place, removed lines come before added ones.
  package static func all(from old: [String], to new: [String]) -> [DifferenceLine] {
    var removed: Set<Int> = []
    var added: Set<Int> = []
    for change in new.difference(from: old) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): added.insert(offset)
      }
    }
    var lines: [DifferenceLine] = []
    var place = (old: 0, new: 0)
    while place.old < old.count || place.new < new.count {
      if removed.contains(place.old) {
        lines.append(DifferenceLine(kind: .removed, text: old[place.old]))
        place.old += 1
      } else if added.contains(place.new) {
        lines.append(DifferenceLine(kind: .added, text: new[place.new]))
        place.new += 1
      } else {
        lines.append(DifferenceLine(kind: .kept, text: old[place.old]))
        place.old += 1
        place.new += 1
      }
    }
    return lines
  }
}
