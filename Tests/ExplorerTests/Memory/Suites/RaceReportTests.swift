import Explorer
import SightPrograms
import Testing

/// The report of a data race between ordinary variables.
@Suite struct RaceReportTests {
  @Test(
    "The harm of a race is shown in an order that breaks the scene's rule",
    arguments: [
      (answeredTwice, "Rule broken: answered once, got 2"),
      (overdrawn, "Rule broken: the account is not overdrawn"),
      (checkedAlways, "Rule broken after a step: the amount is not below zero"),
    ])
  func harmIsShown(scenario: Scenario, harm: String) throws {
    let exploration = explore(scenario)
    #expect(exploration.finding?.kind == .dataRace)
    #expect(exploration.harm?.message == harm, "\(exploration)")
    let token = try #require(exploration.token)
    let replayed = replay(token, scenario)
    #expect(replayed.finding?.message == exploration.harm?.message, "\(replayed)")
    #expect(replayed.table?.steps == exploration.table?.steps)
  }

  @Test(
    "The race of an ordinary variable is reported before that of a Shared",
    arguments: [wrappedAndPlain, wrappedThenPlain])
  func ordinaryRaceIsReported(scenario: Scenario) throws {
    let exploration = explore(scenario)
    let message = try #require(exploration.finding).message
    #expect(message.contains("'isAnswered' at Once.swift:"), "\(message)")
    #expect(exploration.harm?.message == "Rule broken: answered once, got 2", "\(exploration)")
  }

  @Test("Both accesses are rows of the table, with their lines")
  func accessesAreRows() throws {
    let exploration = explore(answeredTwice)
    let rows = try #require(exploration.table).steps.filter { $0.contains("Once.swift") }
    #expect(rows.contains { $0.hasPrefix("A: read at Once.swift:") }, "\(exploration)")
    #expect(rows.contains { $0.hasPrefix("B: write at Once.swift:") })
    #expect(exploration.table?.rows.contains { $0.source?.code == "isAnswered = true" } == true)
    let message = try #require(exploration.finding).message
    #expect(message.contains("'A' writes 'isAnswered' at Once.swift:"), "\(message)")
  }

  @Test("Without an order that does harm, the race alone is shown")
  func raceWithoutHarm() throws {
    let exploration = explore(harmless)
    #expect(exploration.finding?.kind == .dataRace)
    #expect(exploration.harm == nil)
    let table = try #require(exploration.table)
    #expect(table.rows.count(where: \.isMarked) == 2, "\(exploration)")
    #expect(table.explanation?.hasPrefix("Nothing orders rows") == true, "\(exploration)")
    let replayed = replay(try #require(exploration.token), harmless)
    #expect(replayed.finding?.kind == .dataRace, "\(replayed)")
  }
}
