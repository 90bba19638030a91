import Documents
import Explorer
import MiniOperations
import Testing

/// T20 to T23: the queue that a document walks through.
@Suite(.serialized) struct `Traps of the old queue` {
  // MARK: T20

  @Test func `T20: an announcement that turns out untrue leaves the lock of the queue locked`() async {
    await expectFound(
      gateOpensTooEarly { GNUstepQueue() }, "'U' waits for 'queue lock', held by 'M'",
      [
        "M: lock queue lock ◀",
        "U: waits for queue lock, held by M ◀",
      ])
  }

  @Test func `T20, repaired: an announcement that turns out untrue does no harm`() async {
    await expectHolds(gateOpensTooEarly { Repaired.GNUstepQueue() })
  }

  private func gateOpensTooEarly(_ make: @escaping @Sendable () -> any SmallQueue) -> Scenario {
    Scenario("T20") { stage in
      let queue = make()
      let gated = GatedOperation()
      gated.addDependency(MiniOperation())
      queue.addOperation(gated)
      stage.thread("M") { gated.open() }
      stage.thread("U") { _ = queue.operations }
    }
  }

  // MARK: T21

  @Test func `T21: an operation that ends before its start keeps its slot forever`() async {
    await expectFound(
      endsBeforeStart { GNUstepQueue(limit: 0) }, "what has finished leaves the queue",
      [
        "M: MyOperation is cancelled",
        "M: post to N",
        "M: starts N",
        "N: takes a message",
        "N: write status finished",
        "N: MyOperation has finished",
        "M: post to N",
        "N: takes a message",
      ])
  }

  @Test func `T21, repaired: an operation that ends before its start leaves the queue`() async {
    await expectHolds(endsBeforeStart { Repaired.GNUstepQueue(limit: 0) })
  }

  private func endsBeforeStart(_ make: @escaping @Sendable () -> any SmallQueue) -> Scenario {
    Scenario("T21") { stage in
      let queue = make()
      let operation = MyOperation(thread: RunLoopThread(name: "N"))
      queue.addOperation(operation)
      stage.thread("M") {
        operation.cancel()
        operation.waitUntilFinished()
        queue.maxConcurrentOperationCount = 1
      }
      stage.finally { stage.expect(queue.operations.isEmpty, "what has finished leaves the queue") }
    }
  }

  // MARK: T23

  @Test func `T23: a start under the lock of the queue meets an announcement under another lock`() async {
    await expectFound(
      startsWhilePaused { GNUstepQueue() },
      "'M' waits for 'MyOperationLock', held by 'U'; it holds 'queue lock'",
      [
        "U: write status paused",
        "U: waits for queue lock, held by M",
        "M: waits for MyOperationLock, held by U",
      ])
  }

  @Test func `T23, repaired: nothing is called under the lock of the queue`() async {
    await expectHolds(startsWhilePaused { Repaired.GNUstepQueue() }, preemptions: 1)
  }

  private func startsWhilePaused(_ make: @escaping @Sendable () -> any SmallQueue) -> Scenario {
    Scenario("T23") { stage in
      let queue = make()
      let operation = MyOperation(thread: RunLoopThread(name: "N"))
      stage.thread("M") { queue.addOperation(operation) }
      stage.thread("U") { operation.pause() }
    }
  }

  // MARK: T22

  @Test func `T22: the second operation waits for the first, although there is room for eight`() async {
    await expectFound(
      firstWaitsForSecond { GNUstepQueue() }, "'pool 1' waits for a signal on 'meeting'",
      [
        "M: starts pool 1",
        "M: signal pool",
        "pool 1: MiniBlockOperation begins main",
        "pool 1: wait on meeting",
        "M: signal pool",
      ])
  }

  @Test func `T22, repaired: each has a thread`() async {
    await expectHolds(firstWaitsForSecond { Repaired.GNUstepQueue() }, preemptions: 1)
  }

  private func firstWaitsForSecond(_ make: @escaping @Sendable () -> any SmallQueue) -> Scenario {
    Scenario("T22") { stage in
      let queue = make()
      let meeting = Condition(name: "meeting")
      let isThere = Flag()
      let first = MiniBlockOperation {
        meeting.withLock { while !isThere.isRaised { meeting.wait() } }
      }
      let second = MiniBlockOperation {
        meeting.withLock {
          isThere.raise()
          meeting.broadcast()
        }
      }
      stage.thread("M") {
        queue.addOperation(first)
        queue.addOperation(second)
      }
      stage.finally { stage.expect(second.isFinished, "the second operation comes to its end") }
    }
  }
}
