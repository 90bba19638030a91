import Dispatch
import Explorer

// snippet: shop
/// The shop that sells a print of which one is left.
final class Shop: @unchecked Sendable {
  // Unchecked, and wrong: nothing protects the two variables.
  private var stock = 1
  private(set) var sold = 0

  func sell() {
    if stock > 0 {
      stock -= 1
      sold += 1
    }
  }
}

/// Two customers tap Buy.
let shopping = Scenario("the last print") { stage in
  let shop = Shop()
  stage.thread("A") { shop.sell() }
  stage.thread("B") { shop.sell() }
  stage.finally { stage.expect(shop.sold == 1, "the last print is sold once") }
}
// end

/// How often the last print is sold twice, if luck decides: the same scenario on real threads, some times.
func soldTwice(times: Int) -> Int {
  (0..<times).count { _ in
    let shop = Shop()
    DispatchQueue.concurrentPerform(iterations: 2) { _ in shop.sell() }
    return shop.sold != 1
  }
}
