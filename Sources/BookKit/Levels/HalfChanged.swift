import Explorer
import MiniOperations

extension Level {
  static let halfChanged = Level(
    "HalfChanged", "Half changed", lesson: 5,
    """
    An operation ends. Two variables say so, and one is written after the other. A second thread looks at both.
    """
  ) { stage in
    // level
    let (executing, finished) = (Shared(true, "executing"), Shared(false, "finished"))
    stage.thread("worker") {
      finished.value = true
      executing.value = false
    }
    stage.thread("observer") {
      if finished.value {
        stage.expect(!executing.value, "what has finished does not execute")
      }
    }
    stage.watch("finished") { finished.value }
    stage.watch("executing") { executing.value }
    // end
  }
}
