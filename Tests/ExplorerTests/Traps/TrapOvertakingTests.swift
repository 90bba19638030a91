import Documents
import Explorer
import MiniOperations
import Testing

/// T7, T8, T12: two threads, one of which continues although the other was faster.
@Suite(.serialized) struct `Traps of overtaking` {
  // MARK: T7

  @Test func `T7: resumed by two threads, the task runs twice`() async {
    await expectFound(
      resumedTwice { MyOperation(thread: $0, task: $1) }, "the task runs once",
      [
        "A: write status ready",
        "A: write status executing ◀",
        "A: post to N",
        "A: starts N",
        "B: post to N",
        "N: takes a message",
        "N: write status finished",
        "N: MyOperation has finished",
        "N: takes a message",
      ])
  }

  @Test func `T7, repaired: resumed by two threads, the task runs once`() async {
    await expectHolds(
      resumedTwice {
        let operation = Repaired.MyOperation(thread: $0, task: $1)
        // Paused after the start, so that a resume lets the task run and not a queue.
        operation.start()
        return operation
      }, preemptions: 1)
  }

  private func resumedTwice(_ make: @escaping MakePausable) -> Scenario {
    Scenario("T7") { stage in
      let cast = Cast(make)
      cast.operation.pause()
      stage.thread("A") { cast.operation.resume() }
      stage.thread("B") { cast.operation.resume() }
      stage.finally { stage.expect(cast.runs.value == 1, "the task runs once") }
    }
  }

  // MARK: T8

  @Test func `T8: a resume starts the operation behind the back of its queue, which starts it too`() async {
    await expectFound(
      resumedInQueue { MyOperation(thread: $0, task: $1) }, "the task runs once",
      [
        "M: write status ready",
        "M: starts worker 1",
        "M: write status executing",
        "worker 1: Q starts MyOperation",
        "worker 1: waits for MyOperationLock, held by M",
        "M: post to N",
        "M: starts N",
        "worker 1: post to N",
        "N: takes a message",
        "N: write status finished",
        "N: MyOperation has finished",
        "N: takes a message",
      ])
  }

  @Test func `T8, repaired: a resume leaves the start to the queue`() async {
    await expectHolds(resumedInQueue { Repaired.MyOperation(thread: $0, task: $1) })
  }

  private func resumedInQueue(_ make: @escaping MakePausable) -> Scenario {
    Scenario("T8") { stage in
      let cast = Cast(make)
      let queue = MiniOperationQueue()
      queue.name = "Q"
      cast.operation.pause()
      queue.addOperation(cast.operation)
      stage.thread("M") { cast.operation.resume() }
      stage.finally { stage.expect(cast.runs.value == 1, "the task runs once") }
    }
  }

  // MARK: T12

  @Test func `T12: without one lock, a decision made while executing is carried out while paused`() async {
    await expectFound(
      endsWhilePaused { Forgetful(network: $0) }, "a paused operation does not end before it is resumed",
      [
        "N: takes a message",
        "N: post to N",
        "N: takes a message",
        "M: post to N",
        "M: write status paused",
        "M: unlock MyOperationLock ◀",
        "N: lock MyOperationLock ◀",
        "N: write status finished",
      ])
  }

  @Test func `T12, as written: the lock of finish hides it`() async {
    await expectHolds(endsWhilePaused { Connection(network: $0) })
  }

  @Test func `T12, repaired: decision and change are one step`() async {
    await expectHolds(
      endsWhilePaused { network in
        Repaired.MyConnectionOperation(thread: network) { done in network.post(done) }
      })
  }

  private func endsWhilePaused(_ make: @escaping @Sendable (RunLoopThread) -> any Pausable) -> Scenario {
    Scenario("T12") { stage in
      let operation = make(RunLoopThread(name: "N"))
      let observation = operation.observe(forKey: "isPaused") { operation, _ in
        guard let operation = operation as? any Pausable else { return }
        stage.expect(
          operation.isPaused || !operation.isFinished, "a paused operation does not end before it is resumed")
      }
      operation.start()
      stage.thread("M") { operation.pause() }
      stage.finally { observation.invalidate() }
    }
  }
}

// MARK: - Fixtures

// Both have a connection that has ended when the network thread next looks into its mailbox.

private final class Connection: MyConnectionOperation, @unchecked Sendable {
  private let network: RunLoopThread

  init(network: RunLoopThread) {
    self.network = network
    super.init(thread: network)
  }

  override func operationDidStart() {
    super.operationDidStart()
    network.post { self.finish() }
  }
}

private final class Forgetful: MyForgetfulOperation, @unchecked Sendable {
  private let network: RunLoopThread

  init(network: RunLoopThread) {
    self.network = network
    super.init(thread: network)
  }

  override func operationDidStart() {
    super.operationDidStart()
    network.post { self.finish() }
  }
}
