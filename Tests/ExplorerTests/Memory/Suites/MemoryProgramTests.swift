import Explorer
import Foundation
import SightPrograms
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
    "A program without a data race has no finding", arguments: rightPrograms + rightPassing + platformLocks)
  func nothingIsFound(program: Program) {
    let isThorough = ProcessInfo.processInfo.environment["THOROUGH"] == "1"
    for _ in 0..<(isThorough ? 1_000 : 3) {
      let exploration = explore(Scenario(program.name, program.body))
      guard exploration.finding == nil else {
        Issue.record("\(exploration)")
        break
      }
    }
  }

  @Test(
    "Nothing is called unseen where only seen locks are used",
    arguments: (rightPrograms + rightPassing).filter { !$0.name.contains("platform") })
  func everythingIsSeen(program: Program) {
    let exploration = explore(Scenario(program.name, program.body))
    #expect(exploration.unseen == [], "\(exploration)")
  }

  @Test("A report says that the orders of the platform's locks were not tried", arguments: platformLocks)
  func platformIsNamed(program: Program) {
    let exploration = explore(Scenario(program.name, program.body))
    #expect(exploration.unseen == ["the orders of the platform's locks and atomics"])
  }
}
