import Explorer
import Synchronization
import TestSupport
import Testing

@testable import MiniOperations
@testable import Threading

/// Workers that wait for other work, and those that are free, under every schedule with at most one
/// preemption.
@Suite(.serialized) struct `A pool of workers under every schedule` {
  private typealias Body =
    @Sendable (
      _ stage: Stage, _ pool: WorkerPool, _ outer: MiniOperationQueue, _ inner: MiniOperationQueue
    ) -> Void

  /// Explores a scene with a pool of at most `maximum` threads, of which the system starts `threads`, and two
  /// queues; work of the outer one waits for the inner one.
  private func check(
    _ name: String, maximum: Int, threads: Int = .max, preemptions: Int = 1, _ body: @escaping Body
  ) {
    var settings = Settings()
    // More of them take long with three workers. No early wake-up is needed here.
    settings.search = .exhaustive(preemptions: preemptions)
    settings.surprises = 0
    let scenario = Scenario(name) { stage in
      let started = Atomic(0)
      let pool = WorkerPool(maximum: maximum) { name, body in
        started.add(1, ordering: .relaxed).newValue <= threads && Threads.tryToStart(named: name, body)
      }
      body(stage, pool, MiniOperationQueue(workers: pool), MiniOperationQueue(workers: pool))
    }
    let exploration = Explorer.explore(scenario, settings)
    #expect(exploration.passed, "\(exploration)")
  }

  @Test func `Q28: a waiting worker leaves a call to a thread that is free`() {
    check("a call for a free thread", maximum: 3) { stage, _, outer, inner in
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
    check("the only worker waits for one", maximum: 1) { stage, _, outer, inner in
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
    check("the wanted one becomes the next", maximum: 1) { stage, _, outer, inner in
      let (other, wanted) = (MiniOperation(), MiniOperation())
      stage.thread("A") {
        outer.addOperation {
          // The end of an earlier wait has left nothing behind.
          inner.addOperation {}
          inner.waitUntilEmpty()
          inner.addOperations([other, wanted], waitUntilFinished: false)
          wanted.waitForFinish()
        }
      }
      stage.thread("B") { wanted.queuePriority = .high }
      stage.finally { stage.expect(other.isFinished && wanted.isFinished, "both have run") }
    }
  }

  @Test func `Q28: the only worker waits for a queue that is suspended, and resumed later`() {
    check("resumed for a waiting worker", maximum: 1) { stage, _, outer, inner in
      let suspended = Latch(name: "suspended")
      stage.thread("A") {
        outer.addOperation {
          inner.addOperation {}
          inner.isSuspended = true
          suspended.open()
          inner.waitUntilEmpty()
        }
      }
      stage.thread("B") {
        suspended.wait()
        inner.isSuspended = false
      }
      stage.finally { stage.expect(outer.operationCount == 0, "the wait has ended") }
    }
  }

  @Test func `Q28: each of two workers waits for one operation, and a call is for the other one`() {
    check("two workers, each for one", maximum: 2) { stage, _, outer, inner in
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
    check("the system refuses", maximum: 3, threads: 1) { stage, _, outer, inner in
      let (dependency, wanted) = (MiniOperation(), MiniOperation())
      wanted.addDependency(dependency)
      inner.addOperation(wanted)
      stage.thread("A") { outer.addOperation { wanted.waitForFinish() } }
      stage.thread("B") { dependency.start() }
      stage.finally { stage.expect(wanted.isFinished, "the waiting worker has run it") }
    }
  }

  @Test func `Q28: a call that a waiting worker has answered waits no longer`() {
    check("an answered call", maximum: 1) { stage, pool, outer, inner in
      stage.thread("A") {
        outer.addOperation {
          inner.addOperation { stage.expect(pool.busyThreads == nil, "no call waits") }
          inner.waitUntilEmpty()
        }
      }
    }
  }

  @Test func `Q28: a wait counts in its thread's depth while it lasts`() {
    check("depth of waits", maximum: 1) { stage, _, outer, inner in
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
    check("one of two waits ends", maximum: 2, preemptions: sample(0, thorough: 1)) {
      stage, pool, outer, inner in
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
        stage.expect(
          pool.condition.withLock { pool.waitingWorkers.isEmpty }, "no waiting worker is listed any more")
      }
    }
  }

  @Test func `Q28: a call that comes as a wait ends is handed on to a worker that waits for one operation`() {
    check("a call for a wait that ends", maximum: 2, preemptions: sample(0, thorough: 1)) {
      stage, _, outer, inner in
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
