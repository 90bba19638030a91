import Testing

@testable import Explorer

@Suite struct `The choosers of a search` {
  /// Runs the plain schedule a number of times.
  private final class Counting: Chooser, @unchecked Sendable {
    // Unchecked: the thread that holds the baton counts, and the test reads it afterwards.
    let wanted: Int
    private(set) var count = 0

    init(_ wanted: Int) { self.wanted = wanted }

    override func scheduleEnded(_ outcome: Outcome) -> Bool {
      count += 1
      return count < wanted && outcome.finding == nil
    }
  }

  @Test func `Several choosers run one after the other, until one has found something`() {
    let second = Counting(3)
    let scenario = Scenario("fails under the second chooser") { stage in
      let number = Shared(0, "number")
      let mustFail = second.count == 1
      stage.thread("A") { number.value = 1 }
      stage.finally { stage.expect(!mustFail, "it is the right one") }
    }
    let (first, third) = (Counting(2), Counting(2))
    let search = Search(scenario, Settings())
    let outcome = search.directing { search.run([first, second, third]) }
    #expect(outcome.finding?.kind == .failedCheck)
    #expect((first.count, second.count, third.count) == (2, 2, 0))
    #expect(search.runs == 4)
  }

  @Test func `A finding of an earlier run does not stop the choosers of the next`() {
    let scenario = Scenario("always fails") { stage in stage.expect(false, "it is right") }
    let search = Search(scenario, Settings())
    let (first, second, third) = (Counting(1), Counting(1), Counting(1))
    search.directing {
      _ = search.run(first)
      _ = search.run([second, third])
    }
    #expect((first.count, second.count, third.count) == (1, 1, 0))
  }
}
