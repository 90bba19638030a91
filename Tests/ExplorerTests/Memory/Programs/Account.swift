final class Account: @unchecked Sendable {
  var money = 100
  func take(_ sum: Int) {
    if money < sum { return }
    money = money - sum
  }
}
