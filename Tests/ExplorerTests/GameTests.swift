import Synchronization
import Testing

@testable import Explorer

/// "You are the scheduler", played from a script.
@Suite struct `The game` {
  private let scenario = Scenario("lost update") { stage in
    let balance = Shared(100, "balance")
    stage.thread("A") { balance.value -= 30 }
    stage.thread("B") { balance.value -= 50 }
    stage.finally { stage.expect(balance.value == 20, "both amounts are gone") }
  }

  /// What the game said to these answers.
  private func play(_ scenario: Scenario, _ answers: [String]) -> [String] {
    let left = Mutex(answers[...])
    let said = Mutex<[String]>([])
    Game(
      scenario, Settings(), read: { left.withLock { $0.popFirst() } },
      write: { line in said.withLock { $0.append(line) } }
    ).play()
    return said.withLock { $0 }
  }

  @Test func `Whoever reaches the bad state is told in how many moves it can be done`() {
    let said = play(scenario, ["1", "1", "2", "2", "2", "1"])
    #expect(said.contains { $0.contains("Reached in") && $0.contains("both amounts are gone") })
    #expect(said.last == "There is no shorter way.", "\(said)")
  }

  @Test func `A move can be taken back`() {
    let said = play(scenario, ["1", "1", "1", "1", "b", "2", "2", "1", "q"])
    #expect(said.contains { $0.contains("A: write balance 70") })
  }

  @Test func `What is no number of a thread is asked again`() {
    let said = play(scenario, ["7", "x", "q"])
    #expect(said.contains("'7' is none of the numbers above."))
    #expect(said.last?.hasPrefix("It can be done in") == true)
  }

  @Test func `Whoever types nothing more has left`() {
    #expect(play(scenario, []).last?.hasPrefix("It can be done in") == true)
  }

  @Test func `A scenario that cannot fail is no game`() {
    let said = play(Scenario("peaceful") { stage in stage.thread("A") {} }, [])
    #expect(said == ["Nothing goes wrong in 'peaceful', however its threads take turns: no game."])
  }
}
