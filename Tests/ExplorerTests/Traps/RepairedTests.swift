import Dispatch
import Documents
import Explorer
import MiniOperations
import TestSupport
import Testing

/// The repaired classes where several things happen at once.
@Suite(.serialized) struct `The repaired operations` {
  @Test func `Cancelled while its download calls back, a TestOperation ends once`() async {
    await expectHolds(
      Scenario("TestOperation") { stage in
        let network = RunLoopThread(name: "N")
        let (ends, stops) = (Counter(), Counter())
        let operation = Repaired.TestOperation(mainQueue: DispatchQueue(label: "nowhere")) { done in
          network.post { done(nil) }
          return { stops.raise() }
        }
        let observation = operation.observe(\.isFinished) { _, _ in ends.raise() }
        stage.thread("M") { operation.start() }
        stage.thread("U") { operation.cancel() }
        stage.finally {
          observation.invalidate()
          stage.expect(operation.isFinished && !operation.isExecuting, "it comes to its end")
          stage.expect(ends.value == 1, "its end is announced once")
          stage.expect(stops.value <= 1, "its download is stopped once")
        }
      })
  }

  @Test func `A MyOperation paused and resumed while its queue hands it out runs once`() async {
    await expectHolds(
      inQueue { operation, stage in
        stage.thread("U") {
          operation.pause()
          operation.resume()
        }
      }, preemptions: 1)
  }

  @Test func `A MyOperation paused, resumed and cancelled on any threads runs at most once`() async {
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
    #expect(
      exploration.finding == nil && exploration.verdict == .notProven(.random(seed: 5)), "\(exploration)")
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
