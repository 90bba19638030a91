import Explorer

extension Level {
  static let twoWithdrawals = Level(
    "TwoWithdrawals", "Two withdrawals", lesson: 21,
    """
    Two threads withdraw money from one account, which holds 100. Each withdrawal checks the balance first.
    """
  ) { stage in
    // level
    final class Account: @unchecked Sendable {
      var balance = 100

      func withdraw(_ amount: Int) {
        if balance >= amount {
          balance = balance - amount
        }
      }
    }
    let account = Account()
    stage.thread("A") { account.withdraw(70) }
    stage.thread("B") { account.withdraw(50) }
    stage.watch("balance") { account.balance }
    stage.finally { stage.expect(account.balance >= 0, "no more is withdrawn than there is") }
    // end
  }
}
