import MiniOperations
import Testing

@testable import LessonKit

@Suite struct `The timeline's model` {
  @Test func `An operation waits, is ready, executes, is paused and executes again`() {
    let life = Lives(
      Story(
        "",
        "0 a notReady\n5 a ready\n10 a executing on w\n20 a paused\n20 a notExecuting\n40 a notPaused\n"
          + "45 a executing on v\n60 a notExecuting\n60 a finished"
      ).events
    ).operations[0]
    #expect(
      phases(life) == [
        "waiting 0 5", "ready 5 10", "running 10 20", "paused 20 40", "ready 40 45", "running 45 60",
      ])
    #expect(life.runs.map(\.thread) == ["w", "v"])
    #expect(life.finished == 60_000_000)
    #expect(!life.runsFinished)
  }

  @Test func `An end that is not announced is a state, the moment before an announcement is none`() {
    let table = "0 a ready\n1 a executing\n5 a notExecuting\n"
    #expect(
      phases(Lives(Story("", table + "6 a finished").events).operations[0]) == ["ready 0 1", "running 1 5"])
    let late = Lives(Story("", table + "9 a finished").events).operations[0]
    #expect(phases(late) == ["ready 0 1", "running 1 5", "silent 5 9"])
    let never = Lives(Story("", table + "5.1 b ready").events).operations[0]
    #expect(phases(never) == ["ready 0 1", "running 1 5", "silent 5 5"])
  }

  @Test func `Executing and finished at once is seen`() {
    let lives = Lives(Story.disorder.events)
    #expect(lives.operations.filter(\.runsFinished).map(\.name) == ["T14", "T18"])
  }

  @Test func `Operations of one name are told apart, and a dependency is the nearest before`() {
    let names = ["load", "draw", "load", "draw", "draw"]
    let events = names.enumerated().flatMap { index, name in
      [Story.event(index, name, .ready, watched: index + 1)]
        + (name == "draw" ? [Story.event(index, name, .dependencies(["load"]), watched: index + 1)] : [])
    }
    let lives = Lives(events)
    #expect(lives.operations.map(\.name) == ["load", "draw", "load (2)", "draw (2)", "draw (3)"])
    #expect(lives.edges == [[], [0], [], [2], [2]])
  }

  @Test func `A recording tells operations of one name apart`() {
    let recording = Recording()
    for _ in 1...2 {
      let operation = MiniOperation()
      operation.name = "same"
      recording.watch(operation)
      operation.start()
    }
    let lives = Lives(recording.events)
    #expect(lives.operations.map(\.name) == ["same", "same (2)"])
    #expect(lives.operations.allSatisfy { $0.finished != nil && $0.runs.count == 1 })
  }

  @Test func `What overlaps on a thread gets a lane of its own`() {
    let lives = Lives(
      Story(
        "",
        "0 a executing on w\n1 b executing on w\n2 a notExecuting on v\n2 c executing on w\n3 b notExecuting\n3 c notExecuting"
      ).events)
    #expect(lives.lanes.map(\.name) == ["w", "w (2)"])
    #expect(lives.lanes.map { $0.runs.map(\.operation) } == [[0, 2], [1]])
    #expect(lives.running.map(\.number) == [1, 2, 2, 0])
  }

  @Test func `Time in which nothing happens is left out, and everything keeps its order`() {
    let axis = TimeAxis([(0, 100), (110, 200), (9000, 9100)], from: 0, to: 9100)
    #expect(axis.pieces.map(\.from) == [0, 9000])
    #expect(axis.cuts.count == 1)
    let places = [0, 50, 100, 105, 200, 5000, 9000, 9100].map(axis.place)
    #expect(places == places.sorted())
    #expect(places.first == 0)
    #expect(abs(places.last! - 1) < 1e-9)
  }

  @Test(arguments: [(0.4, 1), (1, 1), (1.5, 2), (3, 5), (7, 10), (11, 20), (4_000_000, 5_000_000)])
  func `Steps are round`(wanted: Double, step: Int) {
    #expect(TimeAxis.roundStep(wanted) == step)
  }

  private func phases(_ life: Life) -> [String] {
    life.phases.map { "\($0.kind) \($0.from / 1_000_000) \($0.to / 1_000_000)" }
  }
}
