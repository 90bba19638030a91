import Foundation
import Synchronization
import TestSupport

@testable import stages

/// What happened, in the order in which it happened.
final class Events: Sendable {
  private let list = Mutex<[String]>([])
  private let came = DispatchSemaphore(value: 0)

  var all: [String] { list.withLock { $0 } }

  func add(_ event: String) {
    list.withLock { $0.append(event) }
    came.signal()
  }

  /// Returns when one more event has been added than the calls before have waited for.
  func waitForOne() { came.wait() }
}

/// Runs `body` on this many threads, and returns when all of them have returned.
func onThreads(_ count: Int, _ body: @escaping @Sendable () -> Void) {
  let done = DispatchSemaphore(value: 0)
  for _ in 0..<count {
    Thread.detachNewThread {
      body()
      done.signal()
    }
  }
  for _ in 0..<count { done.wait() }
}

/// Whether `body` returns true, and within ten seconds.
func isTrueInTime(_ body: @escaping @Sendable () -> Bool) -> Bool {
  Outcome.of { _ in body() }.end == .held
}
