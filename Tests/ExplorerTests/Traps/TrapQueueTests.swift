import Documents
import MiniOperations
import Synchronization
import TestSupport
import Testing

/// The queue that a document walks through, on real threads.
@Suite struct `Traps of GNUstepQueue` {
  @Test func `T23: an operation that calls itself concurrent starts on the thread that adds it`() {
    let caller = RunLoopThread(name: "caller")
    let operation = Concurrent(caller: caller)
    caller.postAndWait { GNUstepQueue().addOperation(operation) }
    #expect(operation.isFinished && operation.wasStartedByCaller)
  }

  @Test func `T23, repaired: the pool starts it, whatever it calls itself`() async {
    let caller = RunLoopThread(name: "caller")
    let operation = Concurrent(caller: caller)
    let queue = Repaired.GNUstepQueue()
    await withCheckedContinuation { continuation in
      operation.completionBlock = { continuation.resume() }
      caller.post { queue.addOperation(operation) }
    }
    #expect(operation.isFinished && !operation.wasStartedByCaller)
  }

  @Test func `Apart from its traps it runs what is added, in the order of adding`() async {
    let trace = Trace()
    let queue = GNUstepQueue(limit: 1)
    await withCheckedContinuation { continuation in
      for operation in numbered(trace, atEnd: { continuation.resume() }) { queue.addOperation(operation) }
    }
    #expect(trace.events == ["1", "2", "3", "4", "5"])
  }

  @Test func `Repaired, it runs what is added, in the order of adding`() async {
    let trace = Trace()
    let queue = Repaired.GNUstepQueue(limit: 1)
    await withCheckedContinuation { continuation in
      for operation in numbered(trace, atEnd: { continuation.resume() }) { queue.addOperation(operation) }
    }
    #expect(trace.events == ["1", "2", "3", "4", "5"])
  }

  /// Five operations that say their number.
  ///
  /// The last one calls `atEnd`.
  private func numbered(_ trace: Trace, atEnd: @escaping @Sendable () -> Void) -> [MiniOperation] {
    (1...5).map { number in
      MiniBlockOperation {
        trace("\(number)")
        if number == 5 { atEnd() }
      }
    }
  }
}

// MARK: - Fixtures

/// Finishes in `start`, and remembers on which thread that was.
private final class Concurrent: MiniOperation, @unchecked Sendable {
  private let caller: RunLoopThread
  private let startedByCaller = Mutex(false)
  private let finished = Mutex(false)

  init(caller: RunLoopThread) { self.caller = caller }

  var wasStartedByCaller: Bool { startedByCaller.withLock { $0 } }
  override var isConcurrent: Bool { true }
  override var isFinished: Bool { finished.withLock { $0 } }

  override func start() {
    startedByCaller.withLock { $0 = caller.isCurrent }
    willChangeValue(forKey: "isFinished")
    finished.withLock { $0 = true }
    didChangeValue(forKey: "isFinished")
  }
}
