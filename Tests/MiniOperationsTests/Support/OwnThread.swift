import Foundation

/// Runs `body` on a thread of its own and returns what it returned.
///
/// Tests share the few threads of Swift's cooperative pool, so a test that
/// blocks does it here: `let events = await onThread { … }`, with the
/// expectations after it, where they are counted as this test's.
func onThread<Result: Sendable>(
  stack: Int? = nil, _ body: @escaping @Sendable () -> Result
) async -> Result {
  await withCheckedContinuation { continuation in
    let thread = Thread { continuation.resume(returning: body()) }
    if let stack { thread.stackSize = stack }
    thread.start()
  }
}

/// Runs `body` on `count` threads at once, with 0, 1, 2 …, and returns when all have returned.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) async {
  await withTaskGroup(of: Void.self) { group in
    for number in 0..<count {
      group.addTask { await onThread { body(number) } }
    }
  }
}
