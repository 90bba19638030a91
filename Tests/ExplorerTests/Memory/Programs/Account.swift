final class Account: @unchecked Sendable {
  var balance = 100

  func withdraw(_ amount: Int) {
    if balance >= amount {
      balance = balance - amount
    }
  }
}
