import Explorer
import MiniOperations

extension Level {
  static let lookThenEnter = Level(
    "LookThenEnter", "Look, then enter", lesson: 20,
    """
    A room for one. Each thread looks whether the other is in it, says that it enters, and enters.
    """
  ) { stage in
    // level
    let (a, b) = (Shared(false, "a"), Shared(false, "b"))
    let inside = Tally()
    for (name, mine, other) in [("A", a, b), ("B", b, a)] {
      stage.thread(name) {
        if !other.value {
          mine.value = true
          inside.raise()
          point("\(name) is inside")
          inside.lower()
          mine.value = false
        }
      }
    }
    stage.watch("inside") { inside.value }
    stage.always("one thread is inside") { inside.value < 2 }
    // end
  }
}
