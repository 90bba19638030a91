import Explorer
import Testing

@testable import MiniOperations

/// Workers that wait for other work, and those that are free, under every schedule with at most one preemption.
@Suite(.serialized) struct `A pool of workers under every schedule` {
  private func check(_ name: String, _ body: @escaping @Sendable (Stage) throws -> Void) {
    var settings = Settings()
    // With more of them, three workers take long; what is looked for here needs no early wake-up.
    settings.search = .exhaustive(preemptions: 1)
    settings.surprises = 0
    let exploration = Explorer.explore(Scenario(name, body), settings)
    #expect(exploration.passed, "\(exploration)")
  }

  @Test func `Q28: a waiting worker leaves a call to a thread that is free`() {
    check("a call for a free thread") { stage in
      let pool = WorkerPool(maximum: 3)
      let (outer, inner) = (MiniOperationQueue(workers: pool), MiniOperationQueue(workers: pool))
      stage.thread("A") {
        outer.addOperation {
          let waiting = ObjectIdentifier(ThreadContext.current)
          inner.addOperation {
            stage.expect(ObjectIdentifier(ThreadContext.current) != waiting, "another thread runs it")
          }
          inner.waitUntilEmpty()
        }
      }
      stage.finally { stage.expect(inner.operationCount == 0, "it has run") }
    }
  }

  @Test func `Q28: the only worker waits for one operation, which becomes ready and ends later`() {
    check("the only worker waits for one") { stage in
      let pool = WorkerPool(maximum: 1)
      let (outer, inner) = (MiniOperationQueue(workers: pool), MiniOperationQueue(workers: pool))
      let (dependency, wanted) = (MiniOperation(), ContinuingOperation())
      wanted.addDependency(dependency)
      inner.addOperation(wanted)
      stage.thread("A") {
        outer.addOperation {
          wanted.waitForFinish()
          stage.expect(wanted.isFinished, "it has finished when the wait ends")
        }
      }
      stage.thread("B") {
        dependency.start()
        wanted.end()
      }
      stage.finally { stage.expect(outer.operationCount == 0, "the wait has ended") }
    }
  }

  @Test func `Q28: the only worker waits for one operation, which becomes the next later`() {
    check("the wanted one becomes the next") { stage in
      let pool = WorkerPool(maximum: 1)
      let (outer, inner) = (MiniOperationQueue(workers: pool), MiniOperationQueue(workers: pool))
      let (other, wanted) = (MiniOperation(), MiniOperation())
      stage.thread("A") {
        outer.addOperation {
          inner.addOperations([other, wanted], waitUntilFinished: false)
          wanted.waitForFinish()
        }
      }
      stage.thread("B") { wanted.queuePriority = .high }
      stage.finally { stage.expect(other.isFinished && wanted.isFinished, "both have run") }
    }
  }

  @Test func `Q28: each of two workers waits for one operation, and a call is for the other one`() {
    check("two workers, each for one") { stage in
      let pool = WorkerPool(maximum: 2)
      let (outer, inner) = (MiniOperationQueue(workers: pool), MiniOperationQueue(workers: pool))
      inner.maxConcurrentOperationCount = 1
      inner.isSuspended = true
      let (first, second) = (MiniOperation(), MiniOperation())
      inner.addOperations([first, second], waitUntilFinished: false)
      stage.thread("A") {
        outer.addOperation { first.waitForFinish() }
        outer.addOperation { second.waitForFinish() }
        inner.isSuspended = false
      }
      stage.finally { stage.expect(first.isFinished && second.isFinished, "both have run") }
    }
  }

  @Test func `Q28: if the system starts no thread for a call, the worker that waits is called`() {
    check("the system refuses") { stage in
      let isFirst = Locked(true)
      let pool = WorkerPool(startThread: { name, body in
        isFirst.withLock { isFirst in
          defer { isFirst = false }
          return isFirst
        } && Threads.tryToStart(named: name, body)
      })
      let (outer, inner) = (MiniOperationQueue(workers: pool), MiniOperationQueue(workers: pool))
      let (dependency, wanted) = (MiniOperation(), MiniOperation())
      wanted.addDependency(dependency)
      inner.addOperation(wanted)
      stage.thread("A") { outer.addOperation { wanted.waitForFinish() } }
      stage.thread("B") { dependency.start() }
      stage.finally { stage.expect(wanted.isFinished, "the waiting worker has run it") }
    }
  }

  @Test func `Q28: a call that a waiting worker has answered waits no longer`() {
    check("an answered call") { stage in
      let pool = WorkerPool(maximum: 1)
      let (outer, inner) = (MiniOperationQueue(workers: pool), MiniOperationQueue(workers: pool))
      stage.thread("A") {
        outer.addOperation {
          inner.addOperation { stage.expect(pool.busyThreads == nil, "no call waits") }
          inner.waitUntilEmpty()
        }
      }
    }
  }

  @Test func `Q28: a wait counts in its thread's depth while it lasts`() {
    check("depth of waits") { stage in
      let pool = WorkerPool(maximum: 1)
      let (outer, inner) = (MiniOperationQueue(workers: pool), MiniOperationQueue(workers: pool))
      stage.thread("A") {
        outer.addOperation {
          inner.addOperation { stage.expect(ThreadContext.current.waitDepth == 1, "one while it waits") }
          inner.waitUntilEmpty()
          stage.expect(ThreadContext.current.waitDepth == 0, "none afterwards")
        }
      }
    }
  }

  @Test func `Q28: a worker whose wait ends leaves the others that wait for the queue in their place`() {
    check("one of two waits ends") { stage in
      let pool = WorkerPool(maximum: 2)
      let (outer, inner) = (MiniOperationQueue(workers: pool), MiniOperationQueue(workers: pool))
      let (dependency, first, done) = (MiniOperation(), MiniOperation(), Latch(name: "done"))
      first.addDependency(dependency)
      inner.addOperation(first)
      outer.addOperation {
        first.waitForFinish()
        // Keeps its thread, so that only the other worker is left for what comes.
        done.wait()
      }
      outer.addOperation { inner.waitUntilEmpty() }
      stage.thread("B") {
        dependency.start()
        inner.addOperation { done.open() }
      }
      stage.finally {
        stage.expect(outer.operationCount == 0, "both waits have ended")
        stage.expect(pool.bell.withLock { pool.standbys.isEmpty }, "no waiting worker is listed any more")
      }
    }
  }

  @Test func `Q28: a call that comes as a wait ends is handed on to a worker that waits for one operation`() {
    check("a call for a wait that ends") { stage in
      let pool = WorkerPool(maximum: 2)
      let (outer, inner) = (MiniOperationQueue(workers: pool), MiniOperationQueue(workers: pool))
      let (dependency, first, done) = (MiniOperation(), ContinuingOperation(), Latch(name: "done"))
      let second = MiniBlockOperation { done.open() }
      second.addDependency(dependency)
      inner.addOperation(first)
      inner.addOperation(second)
      outer.addOperation {
        first.waitForFinish()
        done.wait()
      }
      outer.addOperation { second.waitForFinish() }
      stage.thread("B") {
        first.end()
        dependency.start()
      }
      stage.finally { stage.expect(outer.operationCount == 0, "both waits have ended") }
    }
  }
}

// MARK: - Fixtures

/// An operation that continues after its `main` until it is told to end.
private final class ContinuingOperation: MiniOperation, @unchecked Sendable {
  // Unchecked: behind its own lock.
  private let mayEnd = Locked(false)

  override var isFinished: Bool { super.isFinished && mayEnd.withLock { $0 } }

  func end() {
    willChangeValue(forKey: "isFinished")
    mayEnd.withLock { $0 = true }
    didChangeValue(forKey: "isFinished")
  }
}
