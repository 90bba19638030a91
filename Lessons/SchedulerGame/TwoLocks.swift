import Explorer
import MiniOperations

extension Level {
  static let twoLocks = Level(
    "TwoLocks", "Two locks", lesson: 17,
    """
    A thread moves money from left to right, another from right to left. Each acquires both locks.
    """
  ) { stage in
    // level
    let (left, right) = (RecursiveLock(name: "left"), RecursiveLock(name: "right"))
    let moves = Tally()
    stage.thread("A") { left.withLock { right.withLock { moves.raise() } } }
    stage.thread("B") { right.withLock { left.withLock { moves.raise() } } }
    stage.watch("moves") { moves.value }
    stage.finally { stage.expect(moves.value == 2, "both moves are made") }
    // end
  }
}
