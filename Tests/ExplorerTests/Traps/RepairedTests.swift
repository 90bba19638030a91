import AsWritten
import Explorer
import MiniOperations
import Testing

/// The repaired class in a queue, under more than one trap at a time.
@Suite(.serialized) struct `The repaired MyOperation` {
  @Test func `Paused and resumed while its queue hands it out, it runs once and finishes`() async {
    await expectHolds(
      inQueue { operation, stage in
        stage.thread("U") {
          operation.pause()
          operation.resume()
        }
      }, preemptions: 1)
  }

  @Test func `Paused, resumed and cancelled by anybody, it runs at most once and finishes`() async {
    let exploration = await explored(
      inQueue { operation, stage in
        stage.thread("A") {
          operation.pause()
          operation.resume()
          operation.pause()
          operation.resume()
        }
        stage.thread("B") {
          operation.pause()
          operation.cancel()
        }
      }, Settings(.random(seed: 5, schedules: 500)))
    #expect(exploration.passed, "\(exploration)")
  }

  /// An operation in a queue, and another one that waits for it; `others` declares who disturbs them.
  private func inQueue(
    _ others: @escaping @Sendable (Repaired.MyOperation, Stage) -> Void
  ) -> Scenario {
    Scenario("repaired") { stage in
      let runs = Counter()
      let queue = MiniOperationQueue()
      queue.name = "Q"
      let operation = Repaired.MyOperation(thread: RunLoopThread(name: "N")) { _ in runs.raise() }
      let dependent = MiniOperation()
      dependent.addDependency(operation)
      stage.thread("M") { queue.addOperations([operation, dependent], waitUntilFinished: false) }
      others(operation, stage)
      stage.finally {
        stage.expect(operation.isFinished && dependent.isFinished, "both come to their end")
        stage.expect(runs.value == (operation.isCancelled ? runs.value : 1), "the task runs once")
        stage.expect(runs.value <= 1, "the task runs at most once")
      }
    }
  }
}
