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
