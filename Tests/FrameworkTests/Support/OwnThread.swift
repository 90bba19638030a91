import Dispatch
import Foundation
import TestSupport
import Testing

/// Runs `body` on a thread of its own and returns what it returned.
///
/// Tests share the few threads of Swift's cooperative pool, so a test that
/// blocks does it here: `let events = try await onThread { … }`, with the
/// expectations after it, where they are counted as this test's. If `body` stands
/// still, the test fails with a ``Standstill`` and the suite continues; no test depends on its limit.
func onThread<Result: Sendable>(
  stack: Int? = nil, location: SourceLocation = #_sourceLocation, _ body: @escaping @Sendable () -> Result
) async throws -> Result {
  let name = Test.current?.name ?? "an exit test"
  return try await withCheckedThrowingContinuation { continuation in
    let waiting = Guarded<CheckedContinuation<Result, any Error>?>(continuation)
    let thread = Thread {
      let result = body()
      waiting.withLock { $0.take() }?.resume(returning: result)
    }
    if let stack { thread.stackSize = stack }
    thread.start()
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(Standstill.limit)) {
      waiting.withLock { $0.take() }?.resume(throwing: Standstill(of: name, at: location))
    }
  }
}

/// Runs `body`, the whole of an exit test, on a thread of its own.
///
/// If it stands still, or throws, that is an issue of the test that has started the process. The process
/// then ends as if `body` had returned.
func inTime(location: SourceLocation = #_sourceLocation, _ body: @escaping @Sendable () -> Void) async {
  do {
    try await onThread(location: location, body)
  } catch {
    Issue.record(error, sourceLocation: location)
  }
}

/// Runs `body` on `count` threads at once, with 0, 1, 2 …, and returns when all have returned.
///
/// They are started in one go: a task for each might get no thread of the pool while others compute.
func onThreads(
  _ count: Int, location: SourceLocation = #_sourceLocation, _ body: @escaping @Sendable (Int) -> Void
) async throws {
  try await onThread(location: location) {
    let others = DispatchGroup()
    for number in 0..<count {
      others.enter()
      Thread {
        body(number)
        others.leave()
      }.start()
    }
    others.wait()
  }
}

/// The error that a thread of a test has stalled: which one, and where it was begun.
struct Standstill: Error, CustomStringConvertible {
  fileprivate static let limit = 120
  let description: String

  fileprivate init(of test: String, at location: SourceLocation) {
    description =
      "'\(test)' stands still: the thread begun at \(location.fileName):\(location.line) "
      + "has not returned after \(Standstill.limit) seconds."
  }
}
