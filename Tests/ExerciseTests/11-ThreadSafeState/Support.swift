import ExerciseSupport
import Foundation
import MiniOperations

@testable import Exercise11

/// All statuses, whatever the answer says.
let everyStatus: [Status] = [.ready, .executing, .paused, .finished]

extension DefaultStringInterpolation {
  /// Names a status, whatever description an answer gives it: these texts are compared.
  mutating func appendInterpolation(_ status: Status) {
    let names = ["ready", "executing", "paused", "finished"]
    appendLiteral(everyStatus.firstIndex(of: status).map { names[$0] } ?? "another status")
  }
}

/// One change that was reported to a listener.
struct Change: Sendable, Hashable, CustomStringConvertible {
  let from: Status
  let to: Status

  init(_ from: Status, _ to: Status) { (self.from, self.to) = (from, to) }

  var description: String { "\(from) to \(to)" }
}

/// A rule that random numbers decide; no status follows itself.
struct RandomRule: Sendable {
  private let allowed: Set<Change>

  init(_ dice: inout Dice) {
    var allowed: Set<Change> = []
    for from in everyStatus {
      for to in everyStatus where to != from && dice.number(below: 3) > 0 { allowed.insert(Change(from, to)) }
    }
    self.allowed = allowed
  }

  func allows(_ from: Status, _ to: Status) -> Bool { allowed.contains(Change(from, to)) }
}

extension Scene {
  /// Makes a state during whose rule another thread may run.
  func state(
    _ status: Status, rule: @escaping ThreadSafeState.Rule,
    listener: @escaping ThreadSafeState.Listener = { _, _ in }
  ) -> ThreadSafeState {
    ThreadSafeState(
      status,
      rule: { from, to in
        self.point("may \(from) become \(to)?")
        return rule(from, to)
      }, listener: listener)
  }
}

/// Whether the changes can be put in an order that leads from one status to the other.
///
/// Listeners of two threads may be called in another order than that of the changes, so all orders are tried.
func isOneHistory(_ changes: [Change], from start: Status, to end: Status) -> Bool {
  if changes.isEmpty { return start == end }
  return changes.indices.contains { index in
    guard changes[index].from == start else { return false }
    var rest = changes
    let next = rest.remove(at: index)
    return isOneHistory(rest, from: next.to, to: end)
  }
}

/// A list for a message.
func words<Element>(_ list: [Element]) -> String { "[" + list.map { "\($0)" }.joined(separator: ", ") + "]" }
