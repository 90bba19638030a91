import Explorer
import TestSupport
import Testing

@testable import MiniOperations

/// What waits and what is waited for, under every schedule with at most two preemptions.
@Suite(.serialized) struct `Waiting under every schedule` {
  @Test func `a sleep on virtual time against its advance`() {
    check("sleep against advance") { stage in
      let time = VirtualTime()
      stage.thread("A") { time.sleep(until: .seconds(1)) }
      stage.thread("B") { time.advance(by: .seconds(1)) }
      stage.finally { stage.expect(time.sleeperCount == 0, "nothing sleeps any more") }
    }
  }

  @Test func `a sleep on virtual time against a thread that waits for the sleeper`() {
    check("sleep against a wait for sleepers") { stage in
      let time = VirtualTime()
      stage.thread("A") { time.sleep(until: .seconds(1)) }
      stage.thread("B") {
        time.waitForSleepers(1)
        time.advance(by: .seconds(1))
        stage.expect(time.sleeperCount == 0, "a thread that is due is not counted")
      }
    }
  }

  @Test func `a wake-up at a closed gate against a thread that is about to wait there`() {
    check("wake-up against wait") { stage in
      let (gate, isCalled) = (Latch(name: "gate"), Locked(false))
      stage.thread("A") { gate.wait(unless: { isCalled.withLock { $0 } }) }
      stage.thread("B") {
        isCalled.withLock { $0 = true }
        gate.wake()
      }
    }
  }

  @Test func `Q28: the only worker waits for a queue that gets work`() {
    check("the only worker waits", Settings(.exhaustive(preemptions: sample(1, thorough: 2)))) { stage in
      let pool = WorkerPool(maximum: 1)
      let (outer, inner) = (MiniOperationQueue(workers: pool), MiniOperationQueue(workers: pool))
      let last = MiniOperation()
      stage.thread("A") {
        outer.addOperation {
          inner.addOperation {}
          inner.waitUntilEmpty()
        }
      }
      stage.thread("B") { inner.addOperation(last) }
      stage.finally {
        stage.expect(last.isFinished, "the operation of the other thread has finished")
        stage.expect(outer.operationCount == 0 && inner.operationCount == 0, "both queues are empty")
      }
    }
  }

  @Test func `Q16: a wait for a queue goes on if an observer adds to it as it becomes empty`() {
    check("an observer adds at the end") { stage in
      let pool = WorkerPool(maximum: 1)
      let (outer, inner) = (MiniOperationQueue(workers: pool), MiniOperationQueue(workers: pool))
      let (last, added) = (MiniOperation(), MiniOperation())
      let observation = inner.observe(\.operationCount) { inner, _ in
        if inner.operationCount == 0, !added.isFinished { inner.addOperation(added) }
      }
      stage.thread("A") {
        outer.addOperation {
          inner.addOperation(last)
          inner.waitUntilEmpty()
          stage.expect(added.isFinished, "what was added has finished")
        }
      }
      stage.finally { withExtendedLifetime(observation) {} }
    }
  }

  @Test(arguments: [63, 64])
  func `Q28: a thread leaves at most 64 waits for other work, one inside the other`(depth: Int) {
    let exploration = Explorer.explore("depth \(depth)") { stage in
      let pool = WorkerPool(maximum: 1)
      let (outer, inner) = (MiniOperationQueue(workers: pool), MiniOperationQueue(workers: pool))
      stage.thread("A") {
        outer.addOperation {
          ThreadContext.current.waitDepth = depth
          inner.addOperation {}
          inner.waitUntilEmpty()
          ThreadContext.current.waitDepth = 0
        }
      }
    }
    #expect(exploration.passed == (depth < 64), "\(exploration)")
  }

  @Test func `an operation that never ends is seen in a queue with workers of its own`() {
    let scenario = Scenario("left in a queue") { stage in
      let queue = MiniOperationQueue(workers: SteppedWorkers())
      stage.thread("A") { queue.addOperation {} }
    }
    let exploration = Explorer.explore(scenario)
    #expect(exploration.finding?.kind == .zombie)
  }
}
