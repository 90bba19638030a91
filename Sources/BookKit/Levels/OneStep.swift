import Explorer
import MiniOperations
import StandIns

extension Level {
  static let oneStep = Level(
    "OneStep", "One step", lesson: 20,
    """
    The first program once more, with a number that is changed in one step.
    """
  ) { stage in
    // level
    let balance = Atomic(100)
    stage.thread("A") { balance.subtract(30, ordering: .relaxed) }
    stage.thread("B") { balance.subtract(50, ordering: .relaxed) }
    stage.watch("balance") { balance.load(ordering: .relaxed) }
    stage.finally {
      stage.expect(balance.load(ordering: .relaxed) == 20, "100 - 30 - 50 = 20 are left")
    }
    // end
  }
}
