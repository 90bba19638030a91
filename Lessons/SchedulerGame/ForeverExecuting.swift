import Documents
import Explorer
import MiniOperations

extension Level {
  static let foreverExecuting = Level(
    "ForeverExecuting", "Forever executing", lesson: 6,
    """
    The class is Apple's own sample: `start()` begins a thread and then writes that it executes. It is trap \
    T18.
    """
  ) { stage in
    // level
    let operation = MyConcurrentOperation {}
    stage.thread("main") { operation.start() }
    stage.finally {
      stage.expect(
        operation.isFinished && !operation.isExecuting, "a finished operation is not executing")
    }
    // end
  }
}
