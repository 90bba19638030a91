import Explorer
import MiniOperations

extension Level {
  static let sayThenLook = Level(
    "SayThenLook", "Say, then look", lesson: 20,
    """
    The room for one again. Each thread says first that it enters, and looks then whether the other has said so too.
    """
  ) { stage in
    // level
    let (a, b) = (Shared(false, "a"), Shared(false, "b"))
    let inside = Tally()
    for (name, mine, other) in [("A", a, b), ("B", b, a)] {
      stage.thread(name) {
        mine.value = true
        defer { mine.value = false }
        if other.value { return }
        inside.raise()
        point("\(name) is inside")
        inside.lower()
      }
    }
    stage.watch("inside") { inside.value }
    stage.always("one thread is inside") { inside.value < 2 }
    // end
  }
}
