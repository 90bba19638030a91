import Documents
import Explorer
import MiniOperations
import Testing

/// T2, T3, T4: started, paused and resumed, while the network thread runs at any time.
@Suite(.serialized) struct `Traps of pausing and resuming` {
  // MARK: T2

  @Test func `T2: paused and resumed, the task runs twice`() async {
    await expectFound(
      taskRunsOnce { MyOperation(thread: $0, task: $1) },
      "an operation that executes runs its task for the first time",
      [
        "M: write status executing",
        "M: post to N",
        "M: starts N",
        "M: post to N",
        "M: write status paused",
        "N: takes a message",
        "N: takes a message",
        "N: unlock MyOperationLock ◀",
        "M: lock MyOperationLock ◀",
        "M: write status ready",
        "M: write status executing",
        "M: post to N",
        "N: takes a message",
      ])
  }

  @Test func `T2, repaired: paused and resumed, the task runs once`() async {
    await expectHolds(taskRunsOnce { Repaired.MyOperation(thread: $0, task: $1) })
  }

  private func taskRunsOnce(_ make: @escaping MakePausable) -> Scenario {
    Scenario("T2") { stage in
      let cast = Cast(make) { operation, run in
        stage.expect(
          !(operation.isExecuting && run > 1), "an operation that executes runs its task for the first time")
      }
      stage.thread("M") {
        cast.operation.start()
        cast.operation.pause()
        cast.operation.resume()
      }
    }
  }

  // MARK: T3

  @Test func `T3: started, paused and resumed at once, the task runs on a finished operation`() async {
    await expectFound(
      taskRunsBeforeTheEnd { MyOperation(thread: $0, task: $1) },
      "no task runs for an operation that has finished",
      [
        "M: write status executing",
        "M: post to N",
        "M: starts N",
        "M: post to N",
        "M: write status paused ◀",
        "M: write status ready",
        "M: write status executing",
        "M: post to N",
        "N: takes a message",
        "N: write status finished",
        "N: MyOperation has finished",
        "N: takes a message",
        "N: takes a message",
      ])
  }

  @Test func `T3, repaired: no task runs for an operation that has finished`() async {
    await expectHolds(taskRunsBeforeTheEnd { Repaired.MyOperation(thread: $0, task: $1) })
  }

  private func taskRunsBeforeTheEnd(_ make: @escaping MakePausable) -> Scenario {
    Scenario("T3") { stage in
      let cast = Cast(make) { operation, _ in
        stage.expect(!operation.isFinished, "no task runs for an operation that has finished")
      }
      stage.thread("M") {
        cast.operation.start()
        cast.operation.pause()
        cast.operation.resume()
      }
      stage.finally { stage.expect(cast.operation.isFinished, "the operation comes to its end") }
    }
  }

  // MARK: T4

  @Test func `T4: a late pause ends an operation that was resumed`() async {
    await expectFound(
      connectionOutlivesPause { MyConnectionOperation(thread: $0, task: $1) },
      "an operation ends when its connection does, and none has",
      [
        "M: write status executing",
        "M: post to N",
        "M: starts N",
        "M: post to N",
        "M: write status paused ◀",
        "M: write status ready",
        "M: write status executing",
        "M: post to N",
        "N: takes a message",
        "N: takes a message",
        "N: write status finished",
        "N: MyConnectionOperation has finished",
        "N: takes a message",
      ])
  }

  @Test func `T4, repaired: a late pause ends nothing`() async {
    await expectHolds(
      connectionOutlivesPause { network, _ in Repaired.MyConnectionOperation(thread: network) { _ in } })
  }

  private func connectionOutlivesPause(_ make: @escaping MakePausable) -> Scenario {
    Scenario("T4") { stage in
      let cast = Cast(make)
      stage.thread("M") {
        cast.operation.start()
        cast.operation.pause()
        cast.operation.resume()
      }
      stage.finally {
        stage.expect(!cast.operation.isFinished, "an operation ends when its connection does, and none has")
      }
    }
  }
}
