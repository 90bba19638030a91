import Explorer
import SightPrograms
import TestSupport
import Testing

/// Small programs, compiled so that their accesses to memory are seen.
@Suite struct MemoryProgramTests {
  @Test("A program with a data race is found to have one", arguments: wrongPrograms + wrongPassing)
  func raceIsFound(program: Program) {
    let exploration = explore(Scenario(program.name, program.body))
    #expect(exploration.finding?.kind == .dataRace, "\(exploration)")
  }

  /// With `THOROUGH=1` each program is explored a thousand times: other objects lie at other addresses.
  @Test(
    "A program without a data race has no finding, and nothing is unseen where only seen locks are used",
    arguments: rightPrograms + rightPassing)
  func nothingIsFound(program: Program) {
    for _ in 0..<sample(1, thorough: 1_000) {
      let exploration = explore(Scenario(program.name, program.body))
      let isSeen = exploration.unseen == [] || program.name.contains("platform")
      guard exploration.finding == nil, isSeen else {
        Issue.record("\(exploration)")
        break
      }
    }
  }

  /// With `THOROUGH=1` as above.
  @Test("The orders of the platform's locks are tried on Linux", arguments: platformLocks)
  func platformIsDirected(program: Program) {
    for _ in 0..<sample(1, thorough: 1_000) {
      let exploration = explore(Scenario(program.name, program.body))
      #if os(Linux)
        let isTried = exploration.unseen == [] && exploration.passed && exploration.schedules > 1
      #else
        let isTried = true
      #endif
      guard exploration.finding == nil, isTried else {
        Issue.record("\(exploration)")
        break
      }
    }
  }
}
