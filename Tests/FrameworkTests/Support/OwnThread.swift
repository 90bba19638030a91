import Foundation
import TestSupport
import Testing

/// Runs `body` on a thread of its own and returns what it returned.
///
/// Tests share the few threads of Swift's cooperative pool, so a test that
/// blocks does it here: `let events = try await onThread { … }`, with the
/// expectations after it, where they are counted as this test's. If `body` stands
/// still, the test fails with a ``Standstill`` and the suite continues.
func onThread<Result: Sendable>(
  stack: Int? = nil, within limit: Duration = Standstill.limit, location: SourceLocation = #_sourceLocation,
  _ body: @escaping @Sendable () -> Result
) async throws -> Result {
  let name = Test.current?.name ?? "an exit test"
  return try await withCheckedThrowingContinuation { continuation in
    let take = Taker(continuation)
    let deadline = Task.detached {
      guard (try? await Standstill.wait(limit)) != nil else { return }
      take()?.resume(throwing: Standstill(of: name, at: location, after: limit))
    }
    let thread = Thread {
      let result = body()
      take()?.resume(returning: result)
      deadline.cancel()
    }
    if let stack { thread.stackSize = stack }
    thread.start()
  }
}

/// Runs `body`, the whole of an exit test, on a thread of its own.
///
/// If it stands still, or throws, that is an issue of the test that has started the process. The process
/// then ends as if `body` had returned.
func inTime(
  within limit: Duration = Standstill.limit, location: SourceLocation = #_sourceLocation,
  _ body: @escaping @Sendable () -> Void
) async {
  do {
    try await onThread(within: limit, location: location, body)
  } catch {
    Issue.record(error, sourceLocation: location)
  }
}

/// Runs `body` on `count` threads at once, with 0, 1, 2 …, and returns when all have returned.
func onThreads(
  _ count: Int, within limit: Duration = Standstill.limit, location: SourceLocation = #_sourceLocation,
  _ body: @escaping @Sendable (Int) -> Void
) async throws {
  try await withThrowingTaskGroup(of: Void.self) { group in
    for number in 0..<count {
      group.addTask { try await onThread(within: limit, location: location) { body(number) } }
    }
    try await group.waitForAll()
  }
}

/// Gives a continuation out once: to the thread that has its result, or to the deadline.
private final class Taker<Result: Sendable>: Sendable {
  private let continuation: Guarded<CheckedContinuation<Result, any Error>?>

  init(_ continuation: CheckedContinuation<Result, any Error>) { self.continuation = Guarded(continuation) }

  func callAsFunction() -> CheckedContinuation<Result, any Error>? { continuation.withLock { $0.take() } }
}

/// The error that a thread of a test has stalled: which one, and where it was begun.
struct Standstill: Error, CustomStringConvertible {
  /// How long the whole process may do nothing before a thread that has not returned is reported.
  static let limit = Duration.seconds(8)

  /// Returns when the process has done nothing for this long, or has worked for thirty times as long.
  ///
  /// On a busy machine a test is slow but has not stalled: the processor time of the process shows its
  /// work. And the task that sleeps here wakes after the other tests' tasks.
  fileprivate static func wait(_ limit: Duration) async throws {
    var stillness = Stillness(limit)
    for _ in 1...30 * Stillness.slices {
      try await Task.sleep(for: stillness.slice)
      if stillness.isLongEnough() { return }
    }
  }

  let description: String

  fileprivate init(of test: String, at location: SourceLocation, after limit: Duration) {
    description =
      "'\(test)' stands still: the thread begun at \(location.fileName):\(location.line) "
      + "has not returned, and the process did nothing for \(limit)."
  }
}
