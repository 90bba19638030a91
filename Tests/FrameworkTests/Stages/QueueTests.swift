import Testing

@testable import Stage5Queue
@testable import Stage6Workers

/// Situations that need two threads, reproduced on one.
@Suite struct `What a queue observes` {
  @Test func `A read that was overtaken by a newer one is repeated`() {
    let ran = isTrueInTime {
      let queue = Stage5Queue.MiniOperationQueue()
      queue.change { $0.isSuspended = true }
      let operation = Overtaken()
      queue.addOperation(operation)
      queue.change { $0.isSuspended = false }
      operation.waitUntilFinished()
      return true
    }
    #expect(ran, "the older look has the last word, and the operation waits forever")
  }

  @Test func `An operation leaves when its end is announced, not at another announcement`() {
    let queue = Stage5Queue.MiniOperationQueue()
    queue.change { $0.isSuspended = true }
    let operation = Silent()
    queue.addOperation(operation)
    operation.hasEnded = true
    operation.didChangeValue(forKey: "isExecuting")
    let before = queue.operations.count
    operation.didChangeValue(forKey: "isFinished")
    #expect([before, queue.operations.count] == [1, 0])
  }

  @Test func `A waiting thread gets the next piece`() {
    let heard = isTrueInTime {
      let workers = Workers(patience: 60)
      for _ in 1...50 {
        let done = Events()
        workers.run { done.add("") }
        done.waitForOne()
      }
      return true
    }
    #expect(heard)
  }

  /// Becomes ready, and announces it, while its `isReady` is being read.
  private final class Overtaken: Stage5Queue.MiniOperation, @unchecked Sendable {
    // Unchecked: one thread reads it until the operation is ready.
    private var isOpen = false
    override var isReady: Bool {
      let answer = isOpen && super.isReady
      if !isOpen {
        isOpen = true
        didChangeValue(forKey: "isReady")
      }
      return answer
    }
  }

  /// Ends without an announcement.
  private final class Silent: Stage5Queue.MiniOperation, @unchecked Sendable {
    // Unchecked: used by one thread.
    var hasEnded = false
    override var isFinished: Bool { hasEnded }
  }
}
