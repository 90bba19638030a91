import Explorer
import Testing

/// A program's own types with the names of the module's.
private struct Settings { let volume = 11 }
private struct Token { let text = "own" }

/// No type of the module is called like the module, so each of its names can be qualified.
@Suite struct `Names of the module` {
  @Test func `A program with Settings of its own still configures an exploration`() {
    var settings = Explorer.Settings(.exhaustive(preemptions: 0))
    settings.maxSchedules = 10
    let scenario: Explorer.Scenario = Scenario("qualified") { stage in
      let count = Explorer.Shared(0, "count")
      stage.thread("A") { count.value += 1 }
      stage.finally { stage.expect(count.value == Settings().volume - 10, "counted once") }
    }
    let exploration: Explorer.Exploration = Explorer.explore(scenario, settings)
    #expect(exploration.finding == nil, "\(exploration)")
    #expect(Explorer.replay(Token().text, scenario).finding?.kind == .unfitToken)
  }
}
