import Explorer
import MiniOperations

extension Level {
  static let sameOrder = Level(
    "SameOrder", "The same order", lesson: 17,
    """
    Two locks again. Both threads acquire the left one first.
    """
  ) { stage in
    // level
    let (left, right) = (RecursiveLock(name: "left"), RecursiveLock(name: "right"))
    let moves = Tally()
    for name in ["A", "B"] {
      stage.thread(name) { left.withLock { right.withLock { moves.raise() } } }
    }
    stage.watch("moves") { moves.value }
    stage.finally { stage.expect(moves.value == 2, "both moves are made") }
    // end
  }
}
