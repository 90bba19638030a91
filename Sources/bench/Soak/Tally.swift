import MiniOperations
import Synchronization

/// Counts the events of one kind that a round still expects.
final class Tally: Sendable {
  private let bell = Condition(name: "end of the round")
  private let outstanding: Atomic<Int>

  init(outstanding: Int) { self.outstanding = Atomic(outstanding) }

  /// How many events are missing.
  var left: Int { outstanding.load(ordering: .acquiring) }

  /// Records one expected event.
  func arrived() {
    guard outstanding.subtract(1, ordering: .acquiringAndReleasing).newValue <= 0 else { return }
    bell.withLock { bell.broadcast() }
  }

  /// Returns when no event is missing; false if the deadline came first.
  ///
  /// The deadline is a safety net. A round whose operations all finish never gets near it.
  func waitForAll(until deadline: Duration) -> Bool {
    bell.withLock {
      while left > 0 {
        if !bell.wait(until: deadline) { return left <= 0 }
      }
      return true
    }
  }
}

/// What went wrong in a round, one sentence each.
final class Findings: Sendable {
  private let sentences = Guarded<[String]>([])

  var all: [String] { sentences.withLock { $0 } }

  func expect(_ condition: Bool, _ violation: @autoclosure () -> String) {
    if !condition { report(violation()) }
  }

  func report(_ violation: String) { sentences.withLock { $0.append(violation) } }
}

/// How many operations of one queue run at the same time, and the maximum so far.
final class RunningCount: Sendable {
  private let now = Atomic<Int>(0)
  private let highest = Atomic<Int>(0)

  var current: Int { now.load(ordering: .acquiring) }
  var peak: Int { highest.load(ordering: .acquiring) }

  func enter() {
    let count = now.add(1, ordering: .acquiringAndReleasing).newValue
    _ = highest.max(count, ordering: .acquiringAndReleasing)
  }

  func leave() { now.subtract(1, ordering: .acquiringAndReleasing) }
}
