import ExerciseSupport
import Foundation
import MiniOperations
import Synchronization

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

/// A state whose listener changes it again, and that one again.
final class Chain: Sendable {
  private let depth: Int
  private let left: Synchronization.Mutex<Int>
  private let state = Weak<ThreadSafeState>()
  private let faults = Notes()

  init(depth: Int) {
    self.depth = depth
    left = Synchronization.Mutex(depth)
  }

  /// The first thing that is wrong, or nil.
  func fault() -> String? {
    let here = ObjectIdentifier(Foundation.Thread.current)
    let state = ThreadSafeState(.ready, rule: { _, _ in true }) { [self] from, to in
      if ObjectIdentifier(Foundation.Thread.current) != here { faults("a call on another thread") }
      hear(from, to)
    }
    self.state.value = state
    change(state, from: .ready, to: .executing)
    let missing = left.withLock { $0 }
    return faults.lines.first ?? (missing == 0 ? nil : "\(depth - missing) of \(depth) calls of the listener")
  }

  private func hear(_ from: Status, _ to: Status) {
    let left = left.withLock { left in
      left -= 1
      return left
    }
    guard let state = state.value else { return }
    // On another thread too: a recursive lock does not block the thread that holds it.
    let seen = Log<Status>()
    seen.add(state.status)
    if left % 16 == 0, !returns({ seen.add(state.status) }) { return faults("no answer to another thread") }
    for status in seen.entries where status != to { faults("\(status) while \(from) to \(to) is reported") }
    // Every fourth one leads to the same status again.
    if left > 0 { change(state, from: to, to: left % 4 == 0 ? to : everyStatus[left % 4]) }
  }

  private func change(_ state: ThreadSafeState, from: Status, to: Status) {
    let before = left.withLock { $0 }
    let isMade = state.change(to: to)
    if !isMade { faults("false for \(from) to \(to)") }
    if left.withLock({ $0 }) == before {
      faults("an answer for \(from) to \(to) before the listener was called")
    }
  }
}

/// A state that another thread changes after each question to the rule about one change, if it can.
final class Overtaking: Sendable {
  private let left: Synchronization.Mutex<Int>
  private let state = Weak<ThreadSafeState>()
  private let (answers, heard) = (Log<Bool>(), Log<Change>())
  private let (begun, ended) = (Milestone(), Milestone())

  init(times: Int) { left = Synchronization.Mutex(times) }

  /// Tries the change; returns its answer, those to the other thread, and how many changes were reported.
  func change() -> (isMade: Bool, others: [Bool], heard: Int) {
    let state = ThreadSafeState(.ready) { [self] _, to in
      if to == .finished { overtake() }
      return true
    } listener: { [heard] in
      heard.add(Change($0, $1))
    }
    self.state.value = state
    let isMade = state.change(to: .finished)
    ended.wait(for: begun.count)
    return (isMade, answers.entries, heard.entries.count)
  }

  /// Lets another thread change the status, and waits for that, but not for long.
  ///
  /// The rule may be asked under a lock. Then the other thread comes later, and overtakes no more.
  private func overtake() {
    let number = left.withLock { left in
      left -= 1
      return left
    }
    guard number >= 0, let state = state.value else { return }
    let done = MiniOperations.Condition(name: "overtaken")
    let before = answers.entries.count
    begun.reach()
    Threads.start(named: "overtaking") { [answers, ended] in
      answers.add(state.change(to: number % 2 == 0 ? .paused : .executing))
      done.withLock { done.broadcast() }
      ended.reach()
    }
    let limit = SystemTime().now + .milliseconds(100)
    done.withLock { while answers.entries.count == before, done.wait(until: limit) {} }
    if answers.entries.count == before { left.withLock { $0 = 0 } }
  }
}

/// Holds an object that a closure needs and that is made after it, weakly.
final class Weak<Value: AnyObject & Sendable>: @unchecked Sendable {
  // Unchecked: `stored` is touched while `lock` is held.
  private let lock = Foundation.NSLock()
  private weak var stored: Value?

  var value: Value? {
    get { lock.withLock { stored } }
    set { lock.withLock { stored = newValue } }
  }
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
