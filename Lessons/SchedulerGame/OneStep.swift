import Explorer
import ExplorerStandIns

extension Level {
  static let oneStep = Level(
    "OneStep", "One step", lesson: 21,
    """
    The account again. Checking and withdrawing are one step: `compareExchange` changes the balance only if \
    it is still the one that was checked, and otherwise the loop tries again.
    """
  ) { stage in
    // level
    final class Account: Sendable {
      let balance = Atomic(100)

      func withdraw(_ amount: Int) {
        var isDone = false
        while !isDone {
          let old = balance.load(ordering: .relaxed)
          guard old >= amount else { return }
          isDone = balance.compareExchange(expected: old, desired: old - amount, ordering: .relaxed).exchanged
        }
      }
    }
    let account = Account()
    stage.thread("A") { account.withdraw(70) }
    stage.thread("B") { account.withdraw(50) }
    stage.watch("balance") { account.balance.load(ordering: .relaxed) }
    stage.finally {
      stage.expect(account.balance.load(ordering: .relaxed) >= 0, "no more is withdrawn than there is")
    }
    // end
  }
}
