import Documents
import Explorer
import MiniOperations

extension Level {
  static let pausedAndCancelled = Level(
    "PausedAndCancelled", "Paused and cancelled", lesson: 21,
    """
    `pause()` checks `isCancelled`, and locks afterwards. It is trap T6.
    """
  ) { stage in
    // level
    let operation = MyOperation(thread: RunLoopThread(name: "N"))
    let wasPaused = Tally()
    operation.start()
    stage.thread("A") { operation.pause() }
    stage.thread("B") {
      operation.cancel()
      if operation.isPaused { wasPaused.raise() }
    }
    stage.finally {
      stage.expect(
        operation.isFinished || wasPaused.value == 1,
        "an operation that was cancelled while not paused finishes")
    }
    // end
  }
}
