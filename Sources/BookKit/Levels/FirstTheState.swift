import Explorer
import MiniOperations

extension Level {
  static let firstTheState = Level(
    "FirstTheState", "The last one starts the next", lesson: 7,
    """
    Two operations finish, and a third waits for both. Each checks whether the other is finished, and then finishes itself.
    """
  ) { stage in
    // level
    let (aIsFinished, bIsFinished) = (Shared(false, "A is finished"), Shared(false, "B is finished"))
    let starts = Tally()
    stage.thread("A") {
      if bIsFinished.value { starts.raise() }
      aIsFinished.value = true
    }
    stage.thread("B") {
      if aIsFinished.value { starts.raise() }
      bIsFinished.value = true
    }
    stage.watch("starts") { starts.value }
    stage.finally { stage.expect(starts.value == 1, "the third is started once") }
    // end
  }
}
