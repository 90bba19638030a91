import Documents
import Explorer
import MiniOperations
import Testing

/// T9, T11: a cancel that comes too early, or not at all to the task.
@Suite(.serialized) struct `Traps of cancelling` {
  // MARK: T9

  @Test func `T9: a cancel finishes an operation that was never started`() async {
    await expectFound(
      cancelledBeforeStart { MyOperation(thread: $0, task: $1) },
      "an operation finishes after its queue has started it",
      [
        "M: MyOperation is cancelled",
        "M: post to N",
        "M: starts N",
        "N: takes a message",
        "N: write status finished",
        "N: MyOperation has finished",
      ])
  }

  @Test func `T9, repaired: an operation that was never started waits for its start`() async {
    let exploration = await explored(cancelledBeforeStart { Repaired.MyOperation(thread: $0, task: $1) })
    // Nothing is posted, so the one thread has nothing in common with another.
    #expect(exploration.finding == nil && exploration.verdict == .sawNothing, "\(exploration)")
  }

  private func cancelledBeforeStart(_ make: @escaping MakePausable) -> Scenario {
    Scenario("T9") { stage in
      let cast = Cast(make)
      let queue = MiniOperationQueue()
      queue.name = "Q"
      queue.isSuspended = true
      queue.addOperation(cast.operation)
      stage.thread("M") { cast.operation.cancel() }
      stage.finally {
        stage.expect(!cast.operation.isFinished, "an operation finishes after its queue has started it")
        queue.isSuspended = false
      }
    }
  }

  // MARK: T11

  @Test func `T11: a cancel does not get through while the task runs`() async {
    await expectHolds(cancelDuringTask { MyOperation(thread: $0, task: $1) })
  }

  @Test func `T11, repaired: a cancel gets through, and the task can see it`() async {
    await expectFound(
      cancelDuringTask { Repaired.MyOperation(thread: $0, task: $1) },
      "what is not cancelled at first is not cancelled in its midst",
      [
        "N: takes a message",
        "M: MyOperation is cancelled",
        "M: write life executing, run 1",
        "M: post to N",
      ])
  }

  private func cancelDuringTask(_ make: @escaping MakePausable) -> Scenario {
    Scenario("T11") { stage in
      let cast = Cast(make) { operation, _ in
        guard !operation.isCancelled else { return }
        stage.expect(!operation.isCancelled, "what is not cancelled at first is not cancelled in its midst")
      }
      cast.operation.start()
      stage.thread("M") { cast.operation.cancel() }
    }
  }
}
