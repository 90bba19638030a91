import ExerciseSupport
import MiniOperations

@testable import Exercise09

/// All statuses, whatever the answer says.
let everyStatus: [Status] = [.ready, .executing, .paused, .finished]

/// A request of `become`, and what it is to return and to leave.
struct Request: CustomStringConvertible {
  let next: Status
  let isCancelled: Bool

  init(_ next: Status, isCancelled: Bool = false) {
    self.next = next
    self.isCancelled = isCancelled
  }

  var description: String { "become(.\(next), isCancelled: \(isCancelled))" }

  /// The statuses that are allowed after `status`, by the table.
  static func allowed(after status: Status, isCancelled: Bool) -> [Status] {
    switch status {
    case .ready: [.executing, .paused] + (isCancelled ? [.finished] : [])
    case .executing: [.paused, .finished]
    case .paused: [.ready] + (isCancelled ? [.finished] : [])
    case .finished: []
    }
  }

  /// The keys that `become` returns, and the status afterwards.
  func expected(after status: Status) -> (keys: [String]?, status: Status) {
    guard Request.allowed(after: status, isCancelled: isCancelled).contains(next) else {
      return (nil, status)
    }
    return (
      [status, next].map { ["isReady", "isExecuting", "isPaused", "isFinished"][$0.rawValue - 1] }, next
    )
  }
}

/// Keys for a message.
func shown(_ keys: [String]?) -> String { keys.map { "[\($0.joined(separator: ", "))]" } ?? "nil" }

/// An operation with the learner's table that sends notifications for the learner's keys.
final class Living: MiniOperation, @unchecked Sendable {
  // Unchecked: everything happens on the thread of the test.
  private var life = Life()
  private let trace: Notes

  init(_ trace: Notes) { self.trace = trace }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { life.status == .executing }
  override var isFinished: Bool { life.status == .finished }

  override func start() {
    guard !isCancelled else { return move(to: .finished) }
    move(to: .executing)
    trace("work")
  }

  func finish() { move(to: .finished) }

  private func move(to next: Status) {
    var changed = life
    guard let keys = changed.become(next, isCancelled: isCancelled) else { return }
    for key in keys { willChangeValue(forKey: key) }
    life = changed
    for key in keys { didChangeValue(forKey: key) }
  }
}
