import Dispatch
import Testing

@testable import stages

/// Each stage but the last ends with a scenario that breaks it; the same file holds on the next stage.
@Suite struct `The scenarios between the stages` {
  @Test(arguments: Stage.all.dropLast())
  func `A scenario breaks its own stage, and not because it stalls`(stage: Stage) throws {
    let breaks = try #require(stage.breaks)
    let outcome = Outcome.of(breaks.here)
    #expect(outcome.end == .broke, "\(outcome.lines)")
  }

  @Test(arguments: Stage.all.dropLast())
  func `The same scenario holds on the next stage`(stage: Stage) throws {
    let breaks = try #require(stage.breaks)
    let outcome = Outcome.of(breaks.onTheNext)
    #expect(outcome.end == .held, "\(outcome.lines)")
  }

  @Test func `A scenario that stalls is abandoned, and its output is kept`() {
    let outcome = Outcome.of(
      { say in
        say("it begins")
        DispatchSemaphore(value: 0).wait()
        return true
      }, within: 2)
    #expect(outcome == Outcome(end: .stoodStill, lines: ["it begins"]))
  }
}
