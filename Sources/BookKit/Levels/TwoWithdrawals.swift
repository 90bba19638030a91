import Explorer
import MiniOperations

extension Level {
  static let twoWithdrawals = Level(
    "TwoWithdrawals", "Two withdrawals", lesson: 20,
    """
    Two threads take money from one account. `balance.value -= 30` is one line and two steps: a read and a write.
    """
  ) { stage in
    // level
    let balance = Shared(100, "balance")
    stage.thread("A") { balance.value -= 30 }
    stage.thread("B") { balance.value -= 50 }
    stage.watch("balance") { balance.value }
    stage.finally { stage.expect(balance.value == 20, "100 - 30 - 50 = 20 are left") }
    // end
  }
}
