import Foundation
import TestSupport
import Testing

@testable import MiniOperations

/// A `start()` that calls `super` on a thread of its own choice.
@Suite struct `Starting on another thread` {
  @Test(arguments: [true, false])
  func `O4: super.start() after an announced isExecuting is reported as that`(isQueued: Bool) {
    final class AnnouncesFirst: MiniOperation, @unchecked Sendable {
      // Unchecked: changed and read on the thread of the test alone.
      private var hasBegun = false
      override var isExecuting: Bool { hasBegun }
      override func start() {
        willChangeValue(forKey: "isExecuting")
        hasBegun = true
        didChangeValue(forKey: "isExecuting")
        super.start()
      }
    }
    let steps = QueueSteps()
    let operation = AnnouncesFirst()
    operation.name = "A"
    let misuses = Misuses.during {
      if isQueued {
        steps.add(operation)
        steps.run()
      } else {
        operation.start()
      }
    }
    #expect(misuses.map(\.rule) == [.startedWhileExecuting])
    #expect(
      misuses.map(\.message) == [
        "'A' announced isExecuting, and then its start() called super.start(), which starts no operation "
          + "that executes. Call super.start() without announcing isExecuting, or do not call it."
      ])
  }

  @Test func `O5: a start that overtakes the queue's start runs the task once and is reported`()
    async throws
  {
    let (trace, workers) = (Trace(), SteppedWorkers())
    let queue = MiniOperationQueue(workers: workers)
    let operation = OvertakenOperation(in: trace)
    let misuses = Misuses(of: operation)
    queue.addOperation(operation)
    try await onThread {
      workers.run()
      operation.waitUntilFinished()
    }
    #expect(misuses.rules == [.startedWhileQueued])
    #expect(trace.events == ["main"])
  }

  /// Its task already runs on another thread when the worker comes to the default `start()`.
  private final class OvertakenOperation: MiniOperation, @unchecked Sendable {
    // Unchecked: constant.
    private let trace: Trace
    private let task = Gate()
    init(in trace: Trace) { self.trace = trace }

    override func start() {
      Thread { self.startHere() }.start()
      task.waitForArrivals()
      startHere()
      task.open()
    }

    private func startHere() { super.start() }

    override func main() {
      trace("main")
      task.pass()
    }
  }
}
