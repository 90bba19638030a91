import MiniOperations
import Synchronization

/// How many events of one kind a round still waits for.
final class Tally: Sendable {
  private let bell = Condition(name: "end of the round")
  private let outstanding: Atomic<Int>

  init(outstanding: Int) { self.outstanding = Atomic(outstanding) }

  /// How many events are still to come.
  var left: Int { outstanding.load(ordering: .acquiring) }

  /// One event that was waited for has come.
  func arrived() {
    guard outstanding.subtract(1, ordering: .acquiringAndReleasing).newValue <= 0 else { return }
    bell.withLock { bell.broadcast() }
  }

  /// Returns when everything has come; false when the deadline came first.
  ///
  /// The deadline is a net. A round whose operations all finish never gets near it.
  func waitForAll(until deadline: Duration) -> Bool {
    bell.withLock {
      while left > 0 {
        if !bell.wait(until: deadline) { return left <= 0 }
      }
      return true
    }
  }
}

/// What has gone wrong in a round: one sentence for each.
final class Findings: Sendable {
  private let sentences = Guarded<[String]>([])

  var all: [String] { sentences.withLock { $0 } }

  func expect(_ condition: Bool, _ violation: @autoclosure () -> String) {
    if !condition { report(violation()) }
  }

  func report(_ violation: String) { sentences.withLock { $0.append(violation) } }
}

/// How many operations of one queue run at the same time, and how many did at most.
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
