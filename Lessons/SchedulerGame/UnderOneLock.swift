import Explorer
import ExplorerStandIns

extension Level {
  static let underOneLock = Level(
    "UnderOneLock", "Under one lock", lesson: 17,
    """
    The ticket office again. This time a thread checks and sells while it holds a lock.
    """
  ) { stage in
    // level
    final class Office: @unchecked Sendable {
      let lock = NSLock()
      var tickets = 1
      var sold = 0

      func sell() {
        lock.withLock {
          if tickets > 0 {
            tickets = 0
            sold += 1
          }
        }
      }
    }
    let office = Office()
    stage.thread("A") { office.sell() }
    stage.thread("B") { office.sell() }
    stage.watch("sold") { office.sold }
    stage.finally { stage.expect(office.sold == 1, "the last ticket is sold once") }
    // end
  }
}
