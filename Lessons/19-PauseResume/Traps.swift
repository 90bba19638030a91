import Documents
import Explorer
import MiniOperations

/// The traps of pausing and resuming; M is the main thread, N the network thread.
let traps = [
  Trap("T1", "the task returns while paused: never finished") { name, make in
    paused(
      name, make,
      {
        $0.start(); $0.pause()
      }
    ) { stage, operation, runs in
      stage.expect(runs == 0 || operation.isFinished, "an operation whose task is done finishes")
    }
  },
  Trap("T2", "paused and resumed: the task runs twice") { name, make in
    Scenario(name) { stage in
      let runs = Runs()
      let operation = make(RunLoopThread(name: "N")) { operation in
        point("the task runs")
        runs.raise()
        let isAgain = runs.count > 1
        stage.expect(!(operation.isExecuting && isAgain), "an operation that executes runs its task once")
      }
      stage.thread("M") {
        operation.start()
        operation.pause()
        operation.resume()
      }
    }
  },
  Trap("T3", "all three at once: the task of a finished operation runs") { name, make in
    Scenario(name) { stage in
      let operation = make(RunLoopThread(name: "N")) { operation in
        point("the task runs")
        stage.expect(!operation.isFinished, "no task runs for an operation that has finished")
      }
      stage.thread("M") {
        operation.start(); operation.pause(); operation.resume()
      }
    }
  },
  Trap(
    "T4", "a late message of pause() finishes a resumed operation",
    { MyConnectionOperation(thread: $0, task: $1) },
    repaired: { network, _ in Repaired.MyConnectionOperation(thread: network) { _ in } }
  ) { name, make in
    paused(
      name, make,
      {
        $0.start(); $0.pause(); $0.resume()
      }
    ) { stage, operation, _ in
      stage.expect(!operation.isFinished, "an operation finishes when its connection does, and none has")
    }
  },
  Trap("T5", "cancelled while paused: never finished") { name, make in
    paused(
      name, make,
      {
        $0.start(); $0.pause(); $0.cancel()
      }
    ) { stage, operation, _ in
      stage.expect(operation.isFinished, "a cancelled operation finishes")
    }
  },
  Trap("T7", "resumed by two threads: the task runs twice") { name, make in
    Scenario(name) { stage in
      let runs = Runs()
      let operation = make(RunLoopThread(name: "N")) { _ in
        point("the task runs")
        runs.raise()
      }
      // As written it fails even before start(); the repaired resume() would leave starting to a queue.
      if operation is Repaired.MyOperation { operation.start() }
      operation.pause()
      for name in ["A", "B"] { stage.thread(name) { operation.resume() } }
      stage.finally { stage.expect(runs.count == 1, "the task runs once") }
    }
  },
  Trap("T8", "resumed in a queue: started by both, the task runs twice") { name, make in
    Scenario(name) { stage in
      let runs = Runs()
      let operation = make(RunLoopThread(name: "N")) { _ in
        point("the task runs")
        runs.raise()
      }
      let queue = MiniOperationQueue()
      queue.name = "Q"
      operation.pause()
      queue.addOperation(operation)
      stage.thread("M") { operation.resume() }
      stage.finally { stage.expect(runs.count == 1, "the task runs once") }
    }
  },
]

/// A scenario in which the main thread makes a few calls to one operation.
private func paused(
  _ name: String, _ make: @escaping MakePausable, _ calls: @escaping @Sendable (any Pausable) -> Void,
  finally check: @escaping @Sendable (Stage, any Pausable, Int) -> Void
) -> Scenario {
  Scenario(name) { stage in
    let runs = Runs()
    let operation = make(RunLoopThread(name: "N")) { _ in
      point("the task runs")
      runs.raise()
    }
    stage.thread("M") { calls(operation) }
    stage.finally { check(stage, operation, runs.count) }
  }
}
