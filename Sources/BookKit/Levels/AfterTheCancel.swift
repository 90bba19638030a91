import Explorer
import MiniOperations

extension Level {
  static let afterTheCancel = Level(
    "AfterTheCancel", "After the cancel", lesson: 3,
    """
    A task looks whether it was cancelled, and begins. Another thread cancels it and counts on what it sees then.
    """
  ) { stage in
    // level
    let (cancelled, begun) = (Shared(false, "cancelled"), Shared(false, "begun"))
    stage.thread("task") {
      if !cancelled.value {
        begun.value = true
      }
    }
    stage.thread("caller") {
      cancelled.value = true
      let hadBegun = begun.value
      stage.finally {
        stage.expect(begun.value == hadBegun, "once it was cancelled, no task begins")
      }
    }
    stage.watch("cancelled") { cancelled.value }
    stage.watch("begun") { begun.value }
    // end
  }
}
