import Foundation

@testable import MiniOperations

/// A place where threads stop until the test lets them through.
///
/// A test that needs "while it runs" has its operation stop here, waits until
/// it stands here, does its part, and opens the gate.
final class Gate: @unchecked Sendable {
  // Unchecked: the variables are touched while `condition` is locked.
  private let condition = Condition(name: "gate")
  private var arrived = 0
  private var isOpen = false

  /// Stops the calling thread until the gate is open.
  func pass() {
    condition.withLock {
      arrived += 1
      condition.broadcast()
      while !isOpen { condition.wait() }
    }
  }

  /// Lets all threads through, now and later.
  func open() {
    condition.withLock {
      isOpen = true
      condition.broadcast()
    }
  }

  /// Returns when this many threads have come to the gate, through it or not.
  func waitForArrivals(_ count: Int = 1) {
    condition.withLock { while arrived < count { condition.wait() } }
  }
}

/// An object stored on a thread; when the thread has ended, it arrives at a gate.
final class ThreadExitObserver: Sendable {
  private let gate: Gate

  private init(_ gate: Gate) { self.gate = gate }

  deinit { gate.pass() }

  /// Makes the calling thread arrive at `gate`, which must be open, when it has ended.
  static func report(to gate: Gate) {
    // Storage of a thread lives until the thread ends, and not longer.
    Thread.current.threadDictionary["exit observer"] = ThreadExitObserver(gate)
  }
}
