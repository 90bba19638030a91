import MiniOperations
import Synchronization
import Testing

@testable import LessonKit

@Suite struct `The timeline's model` {
  @Test func `An end that is not announced is a state, the moment before an announcement is not`() {
    let table = "0 a ready\n1 a executing\n5 a notExecuting\n"
    #expect(
      phases(Story("", table + "6 a finished").model.operations[0]) == ["ready 0 1", "inProgress 1 5"])
    let late = Story("", table + "9 a finished").model.operations[0]
    #expect(phases(late) == ["ready 0 1", "inProgress 1 5", "silent 5 9"])
    let never = Story("", table + "5.1 b ready").model.operations[0]
    #expect(phases(never) == ["ready 0 1", "inProgress 1 5", "silent 5 5"])
  }

  @Test func `Operations of one name are distinguished, and a dependency is the nearest one before`() {
    let names = ["load", "draw", "load", "draw", "draw"]
    let events = names.enumerated().flatMap { index, name in
      [Story.event(index, name, .ready, watched: index + 1)]
        + (name == "draw" ? [Story.event(index, name, .dependencies(["load"]), watched: index + 1)] : [])
    }
    let model = Story("", events).model
    #expect(model.operations.map(\.name) == ["load", "draw", "load (2)", "draw (2)", "draw (3)"])
    #expect(model.operations.map(\.after) == [[], [0], [], [2], [2]])
  }

  @Test func `A recording distinguishes operations of one name, and threads of one name`() {
    let recording = Recording()
    recording.recordWork()
    for _ in 1...2 {
      let operation = MiniOperation()
      operation.name = "same"
      recording.watch(operation)
      operation.start()
    }
    // Neither ends before both have taken a message.
    let threads = [RunLoopThread(name: "twin"), RunLoopThread(name: "twin")]
    for thread in threads + threads { thread.postAndWait {} }
    for thread in threads { thread.stopAndWait() }
    let model = Record.Drawing(recording.events, pieces: recording.pieces)
    #expect(model.operations.map(\.name) == ["same", "same (2)"])
    #expect(model.operations.allSatisfy { $0.finished != nil && $0.runs.count == 1 })
    let twins = model.threads.filter { $0.name.hasPrefix("twin") && $0.isServing }
    #expect(twins.map(\.name) == ["twin", "twin (2)"])
    #expect(twins.map(\.runs.count) == [2, 2])
  }

  @Test func `A thread works for one operation at a time, the innermost`() {
    let model = Story(
      "",
      """
      0 a works on w
      1 b works on w
      2 c works on w
      3 c rests on w
      5 b rests on w
      8 a rests on w
      0 a ready
      0 b ready
      0 c ready
      """
    ).model
    #expect(model.threads.map(\.name) == ["w"])
    let runs = model.threads[0].runs.map {
      "\($0.operation!) \($0.from / 1_000_000) \($0.to / 1_000_000)"
    }
    #expect(runs == ["0 0 1", "1 1 2", "2 2 3", "1 3 5", "0 5 8"])
    #expect(model.running.map(\.number).max() == 1)
  }

  @Test func `A cancelled operation that is started only to finish does no work`() {
    let timeline = Story("", "0 a ready\n1 a cancelled\n2 a works on w\n3 a finished on w\n4 a rests on w")
      .model
      .operations[0]
    #expect(timeline.runs.isEmpty)
  }

  @Test func `Work that continues long after the end is drawn, work that only announces the end is not`() {
    let table = "0 a ready\n1 a works on w\n1 a executing on w\n5 a notExecuting\n5 a finished on w\n"
    #expect(Story("", table + "6 a rests on w").model.operations[0].runs.map(\.to) == [5_000_000])
    #expect(Story("", table + "9 a rests on w").model.operations[0].runs.map(\.to) == [9_000_000])
  }

  @Test func `A thread that begins after another has ended has another number`() {
    let numbers = Mutex<[ThreadNumber]>([])
    for _ in 1...20 {
      let thread = RunLoopThread(name: "network")
      for _ in 1...2 { thread.postAndWait { numbers.withLock { $0.append(.current) } } }
      thread.stopAndWait()
    }
    let found = numbers.withLock { $0 }
    #expect(Set(found).count == 20)
    #expect(stride(from: 0, to: 40, by: 2).allSatisfy { found[$0] == found[$0 + 1] })
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

  private func phases(_ timeline: Record.Drawing.Operation) -> [String] {
    timeline.phases.map { "\($0.kind) \($0.from / 1_000_000) \($0.to / 1_000_000)" }
  }
}
