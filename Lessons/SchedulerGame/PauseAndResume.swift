import Documents
import Explorer
import MiniOperations

extension Level {
  static let pauseAndResume = Level(
    "PauseAndResume", "Pause and resume", lesson: 19,
    """
    Started, paused, resumed: `start()` posts the task to the network thread N, and `resume()` posts it \
    again. It is trap T2.
    """
  ) { stage in
    // level
    let runs = Tally()
    let operation = MyOperation(thread: RunLoopThread(name: "N")) { operation in
      point("the task runs")
      runs.raise()
      stage.expect(
        !(operation.isExecuting && runs.value > 1), "an operation that executes runs its task once")
    }
    stage.thread("main") {
      operation.start()
      operation.pause()
      operation.resume()
    }
    stage.watch("runs") { runs.value }
    // end
  }
}
