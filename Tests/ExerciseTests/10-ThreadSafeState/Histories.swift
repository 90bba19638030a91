import ExerciseSupport

@testable import Exercise10

/// Not what the answer says there is: with a shorter list, less would be asked.
let everyStatus: [Status] = [.ready, .executing, .paused, .finished]

/// A rule that a random number decides: which status may follow which; none follows itself.
struct RandomRule: Sendable {
  let allowed: Set<Change>

  init(_ dice: inout Dice) {
    var allowed: Set<Change> = []
    for from in everyStatus {
      for to in everyStatus where to != from && dice.number(below: 3) > 0 {
        allowed.insert(Change(from, to))
      }
    }
    self.allowed = allowed
  }

  func allows(_ from: Status, _ to: Status) -> Bool { allowed.contains(Change(from, to)) }
}

/// One change that was reported to a listener.
struct Change: Sendable, Hashable, CustomStringConvertible {
  let from: Status
  let to: Status

  init(_ from: Status, _ to: Status) { (self.from, self.to) = (from, to) }

  var description: String { "\(from) to \(to)" }
}

/// Whether the changes can be put in a row that leads from one status to the other.
///
/// Listeners of two threads may be called in another order than the changes were made in, so all are tried.
func isOneWay(_ changes: [Change], from start: Status, to end: Status) -> Bool {
  if changes.isEmpty { return start == end }
  return changes.indices.contains { index in
    guard changes[index].from == start else { return false }
    var rest = changes
    let next = rest.remove(at: index)
    return isOneWay(rest, from: next.to, to: end)
  }
}

/// A list as one reads it aloud.
func words<Element>(_ list: [Element]) -> String {
  "[" + list.map { "\($0)" }.joined(separator: ", ") + "]"
}
