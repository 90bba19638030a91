import AsWritten
import Explorer
import LessonKit
import MiniOperations

/// The traps of pausing and resuming; M is the main thread, N the network thread.
let traps = [
  Trap("T1", "the task ends while paused: never finished") { name, make in
    paused(
      name, make,
      {
        $0.start(); $0.pause()
      }
    ) { stage, operation, runs in
      stage.expect(runs == 0 || operation.isFinished, "an operation whose task is done comes to its end")
    }
  },
  Trap("T2", "paused and resumed: the task runs twice") { name, make in
    Scenario(name) { stage in
      let runs = Counter()
      let operation = make(RunLoopThread(name: "N")) { operation in
        point("the task runs")
        let isAgain = runs.raise() > 1
        stage.expect(!(operation.isExecuting && isAgain), "an operation that executes runs its task once")
      }
      // snippet: twice
      stage.thread("M") {
        operation.start()
        operation.pause()
        operation.resume()
      }
      // end
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
    "T4", "a late message of the pause ends what was resumed",
    { MyConnectionOperation(thread: $0, task: $1) },
    repaired: { network, _ in Repaired.MyConnectionOperation(thread: network) { _ in } }
  ) { name, make in
    paused(
      name, make,
      {
        $0.start(); $0.pause(); $0.resume()
      }
    ) { stage, operation, _ in
      stage.expect(!operation.isFinished, "an operation ends when its connection does, and none has")
    }
  },
  Trap("T5", "cancelled while paused: never finished") { name, make in
    paused(
      name, make,
      {
        $0.start(); $0.pause(); $0.cancel()
      }
    ) { stage, operation, _ in
      stage.expect(operation.isFinished, "a cancelled operation comes to its end")
    }
  },
  Trap("T7", "resumed by two threads: the task runs twice") { name, make in
    Scenario(name) { stage in
      let runs = Counter()
      let operation = make(RunLoopThread(name: "N")) { _ in
        point("the task runs")
        runs.raise()
      }
      // As written it goes wrong even before the start; repaired, a resume would leave that to a queue.
      if operation is Repaired.MyOperation { operation.start() }
      operation.pause()
      for name in ["A", "B"] { stage.thread(name) { operation.resume() } }
      stage.finally { stage.expect(runs.value == 1, "the task runs once") }
    }
  },
  Trap("T8", "resumed in a queue: started by both, the task runs twice") { name, make in
    Scenario(name) { stage in
      let runs = Counter()
      let operation = make(RunLoopThread(name: "N")) { _ in
        point("the task runs")
        runs.raise()
      }
      let queue = MiniOperationQueue()
      queue.name = "Q"
      operation.pause()
      queue.addOperation(operation)
      stage.thread("M") { operation.resume() }
      stage.finally { stage.expect(runs.value == 1, "the task runs once") }
    }
  },
]

/// A scenario in which the main thread does a few things to one operation.
private func paused(
  _ name: String, _ make: @escaping MakePausable, _ deeds: @escaping @Sendable (any Pausable) -> Void,
  finally check: @escaping @Sendable (Stage, any Pausable, Int) -> Void
) -> Scenario {
  Scenario(name) { stage in
    let runs = Counter()
    let operation = make(RunLoopThread(name: "N")) { _ in
      point("the task runs")
      runs.raise()
    }
    stage.thread("M") { deeds(operation) }
    stage.finally { check(stage, operation, runs.value) }
  }
}
