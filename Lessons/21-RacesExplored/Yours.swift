import Explorer
import MiniOperations

/// A scenario for you to change: while it has its lock, the shop sells no more than it has.
let yours = Scenario("yours") { stage in
  // snippet: yours
  let (stock, sold) = (Shared(1, "stock"), Shared(0, "sold"))
  let lock = RecursiveLock(name: "shop")
  for name in ["A", "B"] {
    stage.thread(name) {
      lock.withLock {
        if stock.value > 0 {
          stock.value -= 1
          sold.value += 1
        }
      }
    }
  }
  stage.watch("sold") { sold.value }
  stage.finally { stage.expect(sold.value == 1, "the last piece is sold once") }
  // end
}
