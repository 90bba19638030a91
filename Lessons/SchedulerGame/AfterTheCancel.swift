import Explorer

extension Level {
  static let afterTheCancel = Level(
    "AfterTheCancel", "After cancelling", lesson: 3,
    """
    A task checks whether it was cancelled, and begins. Another thread cancels it, and relies on the value \
    that it reads then.
    """
  ) { stage in
    // level
    final class Task: @unchecked Sendable {
      var cancelled = false
      var begun = false
    }
    let task = Task()
    stage.thread("task") {
      if !task.cancelled {
        task.begun = true
      }
    }
    stage.thread("caller") {
      task.cancelled = true
      let hadBegun = task.begun
      stage.finally {
        stage.expect(task.begun == hadBegun, "once it was cancelled, no task begins")
      }
    }
    stage.watch("cancelled") { task.cancelled }
    stage.watch("begun") { task.begun }
    // end
  }
}
