import Explorer

extension Level {
  static let halfChanged = Level(
    "HalfChanged", "Half changed", lesson: 7,
    """
    An operation finishes. Two variables store that, and one is written after the other. A second thread \
    reads both.
    """
  ) { stage in
    // level
    final class Flags: @unchecked Sendable {
      var executing = true
      var finished = false
    }
    let flags = Flags()
    stage.thread("worker") {
      flags.finished = true
      flags.executing = false
    }
    stage.thread("observer") {
      if flags.finished {
        stage.expect(!flags.executing, "a finished operation is not executing")
      }
    }
    stage.watch("finished") { flags.finished }
    stage.watch("executing") { flags.executing }
    // end
  }
}
