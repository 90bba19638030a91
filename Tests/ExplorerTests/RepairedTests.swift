import Documents
import Explorer
import Foundation
import MiniOperations
import TestSupport
import Testing

/// The documents' classes, repaired, in what no lesson shows of them.
@Suite(.serialized) struct `The repaired operations` {
  private let main = DispatchQueue(label: "main")

  @Test func `T19: the error is kept, and what was acquired is released`() {
    let cleanings = Counter()
    let operation = Repaired.MyNonConcurrentOperation(data: 1, cleanUp: { cleanings.raise() }) { _ in
      throw CancellationError()
    }
    operation.start()
    guard case .failed(let error) = operation.outcome else {
      Issue.record("the outcome is \(String(describing: operation.outcome))")
      return
    }
    #expect(error is CancellationError && cleanings.value == 1 && operation.isFinished)
  }

  @Test func `Cancelled while its download calls back, a TestOperation ends once`() async {
    await expectHolds(
      Scenario("TestOperation") { [main] stage in
        let network = RunLoopThread(name: "N")
        let (ends, stops) = (Counter(), Counter())
        let operation = Repaired.TestOperation(mainQueue: main) { done in
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
      })
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

  /// Expects that no schedule with at most one preemption breaks a claim.
  private func expectHolds(_ scenario: Scenario) async {
    var settings = Settings(.exhaustive(preemptions: 1))
    // Other tests run in this process at the same time, and it grows by what they need.
    settings.maxMemoryGrowth = .max
    let exploration = await explored(scenario, settings)
    #expect(exploration.passed, "\(exploration)")
  }

  /// Explores on a thread of its own: a thread of the cooperative pool must not be kept waiting for so long.
  private func explored(_ scenario: Scenario, _ settings: Settings) async -> Exploration {
    await withCheckedContinuation { continuation in
      Threads.start(named: "explorer") {
        continuation.resume(returning: Explorer.explore(scenario, settings))
      }
    }
  }
}
