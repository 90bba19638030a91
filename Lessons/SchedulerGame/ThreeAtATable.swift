import Explorer
import MiniOperations

extension Level {
  static let threeAtATable = Level(
    "ThreeAtATable", "Three at a table", lesson: 17,
    """
    Three threads sit at a table, with three forks between them. Each takes the fork at its left, then the \
    one at its right.
    """
  ) { stage in
    // level
    let forks = (1...3).map { RecursiveLock(name: "fork \($0)") }
    let meals = Tally()
    for (seat, name) in ["A", "B", "C"].enumerated() {
      stage.thread(name) {
        let (left, right) = (forks[seat], forks[(seat + 1) % 3])
        left.withLock { right.withLock { meals.raise() } }
      }
    }
    stage.watch("meals") { meals.value }
    stage.finally { stage.expect(meals.value == 3, "all three eat") }
    // end
  }
}
