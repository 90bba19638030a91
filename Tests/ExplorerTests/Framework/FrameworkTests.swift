import Explorer
import Testing

@testable import MiniOperations

/// The framework's own core, under every schedule with at most two preemptions.
@Suite(.serialized) struct `The framework under every schedule` {
  @Test func `add against finish`() {
    check("add against finish") { stage in
      let queue = MiniOperationQueue()
      let ran = Ran(2)
      queue.addOperation { ran.mark(0) }
      stage.thread("A") { queue.addOperation { ran.mark(1) } }
      stage.finally {
        stage.expect(ran.counts == [1, 1], "both ran once: \(ran.counts)")
        stage.expect(queue.operationCount == 0, "the queue is empty")
      }
    }
  }

  @Test func `cancel against start`() {
    check("cancel against start") { stage in
      let queue = MiniOperationQueue()
      let (ran, begun) = (Ran(1), Ran(1))
      let operation = MiniBlockOperation { ran.mark(0) }
      stage.thread("A") { queue.addOperation(operation) }
      stage.thread("B") {
        operation.cancel()
        if operation.isExecuting || operation.isFinished { begun.mark(0) }
      }
      stage.finally {
        stage.expect(operation.isFinished, "it has finished")
        stage.expect(operation.isCancelled || ran.counts[0] == 1, "it ran unless it was cancelled")
        stage.expect(ran.counts[0] <= begun.counts[0], "it did not run if it was cancelled before it began")
      }
    }
  }

  @Test func `the blocks of an operation against its end`() {
    check("blocks against the end") { stage in
      let returned = [Locked(false), Locked(false)]
      let operation = MiniBlockOperation()
      for block in returned { operation.addExecutionBlock { block.withLock { $0 = true } } }
      stage.thread("A") {
        operation.start()
        stage.expect(returned.allSatisfy { $0.withLock { $0 } }, "both blocks have returned")
      }
    }
  }

  @Test func `cancel against finish`() {
    check("cancel against finish") { stage in
      let operation = MiniOperation()
      let completions = Ran(1)
      operation.completionBlock = { completions.mark(0) }
      stage.thread("A") { operation.start() }
      stage.thread("B") { operation.cancel() }
      stage.finally {
        stage.expect(operation.isFinished, "it has finished")
        stage.expect(completions.counts == [1], "the completion block ran once")
      }
    }
  }

  @Test func `addDependency against the dependency's finish`() {
    check("addDependency against finish") { stage in
      let queue = MiniOperationQueue()
      let (first, second) = (MiniOperation(), MiniOperation())
      stage.thread("A") { first.start() }
      stage.thread("B") {
        second.addDependency(first)
        queue.addOperation(second)
      }
      stage.finally { stage.expect(second.isFinished, "the dependent has finished") }
    }
  }

  @Test func `suspend against hand-out`() {
    check("suspend against hand-out") { stage in
      let queue = MiniOperationQueue()
      let ran = Ran(2)
      stage.thread("A") {
        queue.addOperation { ran.mark(0) }
        queue.addOperation { ran.mark(1) }
      }
      stage.thread("B") {
        queue.isSuspended = true
        queue.isSuspended = false
      }
      stage.finally { stage.expect(ran.counts == [1, 1], "both ran once: \(ran.counts)") }
    }
  }

  @Test func `two waiters against finish`() {
    check("two waiters against finish") { stage in
      let operation = MiniOperation()
      stage.thread("A") { operation.waitForFinish() }
      stage.thread("B") { operation.waitForFinish() }
      stage.thread("C") { operation.start() }
      stage.finally { stage.expect(operation.isFinished, "it has finished") }
    }
  }

  @Test func `observer removal against notification`() {
    check("observer removal against notification") { stage in
      let operation = MiniOperation()
      let told = Ran(2)
      let staying = operation.observe(\.isFinished) { _, _ in told.mark(0) }
      let leaving = operation.observe(\.isFinished) { _, _ in told.mark(1) }
      stage.thread("A") { operation.start() }
      stage.thread("B") { leaving.invalidate() }
      stage.finally {
        stage.expect(told.counts[0] == 1 && told.counts[1] <= 1, "told \(told.counts)")
        withExtendedLifetime(staying) {}
      }
    }
  }

  @Test func `barrier against add`() {
    check("barrier against add") { stage in
      let queue = MiniOperationQueue()
      let order = Order()
      stage.thread("A") {
        queue.addOperation { order.add("before") }
        queue.addBarrierBlock { order.add("barrier") }
      }
      stage.thread("B") { queue.addOperation { order.add("other") } }
      stage.finally {
        let all = order.all
        stage.expect(all.count == 3, "all ran: \(all)")
        stage.expect(
          all.firstIndex(of: "before")! < all.firstIndex(of: "barrier")!, "the barrier waited: \(all)")
      }
    }
  }

  @Test func `pool growing against its last worker leaving`() {
    check("pool growing against its last worker leaving") { stage in
      let pool = WorkerPool(patience: .seconds(5))
      let ran = Ran(2)
      stage.thread("A") {
        pool.requestWorker(for: BlockJob { ran.mark(0) })
        SystemTime().sleep(for: .seconds(5))
        pool.requestWorker(for: BlockJob { ran.mark(1) })
      }
      stage.finally {
        stage.expect(ran.counts == [1, 1], "both jobs were done: \(ran.counts)")
        stage.expect(pool.threadCount == 0, "all workers have left")
      }
    }
  }

  @Test func `waiting for a message of a run-loop thread`() {
    check("postAndWait against the message") { stage in
      let thread = RunLoopThread(name: "N")
      // With a lock, at which the message can be overtaken.
      let hasRun = Locked(false)
      stage.thread("A") {
        thread.postAndWait { hasRun.withLock { $0 = true } }
        stage.expect(hasRun.withLock { $0 }, "the message has run when the wait ends")
        thread.stop()
      }
    }
  }

  @Test func `post to a run-loop thread against its end`() {
    check("post against end") { stage in
      let thread = RunLoopThread(name: "N")
      let ran = Ran(2)
      let accepted = Shared(false, "accepted")
      stage.thread("A") {
        thread.post { ran.mark(0) }
        thread.stop()
      }
      stage.thread("B") { accepted.value = thread.post { ran.mark(1) } }
      stage.finally {
        stage.expect(ran.counts[0] == 1 || !accepted.value, "what was posted first ran")
        stage.expect((ran.counts[1] == 1) == accepted.value, "B's message ran if and only if it was accepted")
      }
    }
  }
}

// MARK: - Fixtures

/// Counts; under the Explorer one thread runs at a time, so it needs no lock.
private final class Ran: @unchecked Sendable {
  private(set) var counts: [Int]

  init(_ count: Int) { counts = Array(repeating: 0, count: count) }

  func mark(_ index: Int) { counts[index] += 1 }
}

private final class Order: @unchecked Sendable {
  // Unchecked: see Ran.
  private(set) var all: [String] = []

  func add(_ name: String) { all.append(name) }
}
