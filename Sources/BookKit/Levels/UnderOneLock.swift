import Explorer
import MiniOperations

extension Level {
  static let underOneLock = Level(
    "UnderOneLock", "Under one lock", lesson: 16,
    """
    The ticket counters again. This time each looks and sells while it holds a lock.
    """
  ) { stage in
    // level
    let (tickets, sold) = (Shared(1, "tickets"), Tally())
    let lock = RecursiveLock(name: "lock")
    for name in ["A", "B"] {
      stage.thread(name) {
        lock.withLock {
          if tickets.value > 0 {
            tickets.value = 0
            sold.raise()
          }
        }
      }
    }
    stage.watch("sold") { sold.value }
    stage.finally { stage.expect(sold.value == 1, "the last ticket is sold once") }
    // end
  }
}
