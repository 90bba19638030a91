import Explorer

/// A shop with one piece, whose two variables nothing protects.
final class Shop: @unchecked Sendable {
  private var stock = 1
  private(set) var sold = 0

  func sell() {
    if stock > 0 {
      stock -= 1
      sold += 1
    }
  }
}

/// Two threads sell the last piece of a plain class.
let plain = Scenario("a plain class") { stage in
  // snippet: plain
  let shop = Shop()
  stage.thread("A") { shop.sell() }
  stage.thread("B") { shop.sell() }
  stage.finally { stage.expect(shop.sold == 1, "the last piece is sold once") }
  // end
}
