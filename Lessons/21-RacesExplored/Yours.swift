import Explorer
import MiniOperations

/// A scenario for you to change: the same shop, with a lock.
let yours = Scenario("yours") { stage in
  let shop = YourShop()
  stage.thread("A") { shop.sell() }
  stage.thread("B") { shop.sell() }
  stage.watch("sold") { shop.sold }
  stage.finally { stage.expect(shop.sold == 1, "the last print is sold once") }
}

// snippet: yours
final class YourShop: @unchecked Sendable {
  // Unchecked: threads access the variables only under `lock`; the Explorer reads `sold` between steps.
  private let lock = RecursiveLock(name: "shop")
  private var stock = 1
  private(set) var sold = 0

  func sell() {
    lock.withLock {
      if stock > 0 {
        stock -= 1
        sold += 1
      }
    }
  }
}
// end
