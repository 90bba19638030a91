import Foundation
import Synchronization
import TestSupport

@testable import stages

/// The bench for the rows of one stage: makes probes and queues, and records what happens.
struct Bench<P: Probe> {
  let events = Events()

  /// Makes an operation that records its name when its task runs.
  func operation(_ name: String = "", _ hooks: Hooks = Hooks()) -> P {
    var hooks = hooks
    let (main, events) = (hooks.main, events)
    hooks.main = {
      events.add(name)
      main()
    }
    return P(hooks)
  }

  /// Makes an operation that starts with a `start()` of its own, and ends when the test ends it.
  func manual(_ name: String = "") -> (P, finish: @Sendable () throws -> Void) {
    let state = Guarded((isExecuting: false, isFinished: false))
    let probe = Guarded<P?>(nil)
    let events = events
    var hooks = Hooks()
    hooks.isExecuting = { state.value.isExecuting }
    hooks.isFinished = { state.value.isFinished }
    hooks.start = {
      state.set((true, false))
      events.add(name)
      try? probe.value?.didChangeValue(forKey: "isExecuting")
    }
    let operation = P(hooks)
    probe.set(operation)
    return (
      operation,
      {
        state.set((false, true))
        defer { probe.set(nil) }
        try operation.didChangeValue(forKey: "isExecuting")
        try operation.didChangeValue(forKey: "isFinished")
      }
    )
  }

  /// Makes a queue that starts nothing yet, and later at most this many at a time.
  func queue(limit: Int = 1, isSuspended: Bool = true) throws -> P.Queue {
    let queue = try P.Queue.make()
    try queue.set(limit: limit)
    try queue.set(isSuspended: isSuspended)
    return queue
  }

  func add(_ operations: P..., to queue: P.Queue) throws {
    for operation in operations {
      guard let base = operation as? P.Base else { preconditionFailure("A probe is an operation.") }
      try queue.addOperation(base)
    }
  }

  /// Lets a queue run until it is empty.
  func run(_ queue: P.Queue) throws {
    try queue.set(isSuspended: false)
    try queue.waitUntilAllOperationsAreFinished()
  }
}

/// What happened, in the order in which it happened.
final class Events: Sendable {
  private let list = Mutex<[String]>([])
  private let came = DispatchSemaphore(value: 0)

  var all: [String] { list.withLock { $0 } }

  func add(_ event: String) {
    list.withLock { $0.append(event) }
    came.signal()
  }

  /// Returns when one more event has come than the calls before have waited for.
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
