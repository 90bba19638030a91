import MiniOperations
import SchedulerGame
import Synchronization
import TestSupport
import Testing
import Threading

@testable import BookKit
@testable import Explorer

/// The graph on a level's page against the engine: what the page shows on a path is what happens on it.
@Suite(.serialized) struct `The levels` {
  @Test(arguments: drawn.map(\.name))
  func `On random paths the graph shows what the engine does`(name: String) throws {
    let level = try #require(Level.all.first { $0.name == name })
    let graph = try Graphs.of(level)
    var dice = SplitMix64(seed: 7)
    for _ in 1...sample(2, thorough: 40) {
      var (place, way, rows) = (graph.start, [String](), graph.opening.map { text($0, in: graph) })
      var expected: [Walk.Position] = []
      while let choice = graph.nodes[place].choices.randomElement(using: &dice) {
        expected.append(position(place, rows, in: graph))
        way.append(graph.threads[choice.thread])
        rows += choice.rows.map { text($0, in: graph) }
        place = choice.next
      }
      let walk = walk(way, in: graph, of: level.scenario, findsPlaces: false)
      #expect(walk.failure == graph.nodes[place].failure)
      #expect(walk.rows == rows)
      #expect(walk.positions.map(\.able) == expected.map(\.able))
      #expect(walk.positions.map(\.stands) == expected.map(\.stands))
      #expect(walk.positions.map(\.rows) == expected.map(\.rows))
    }
  }

  @Test(arguments: drawn.map(\.name))
  func `The graph has a failure where the search finds one, and its shortest way fails`(name: String) throws {
    let level = try #require(Level.all.first { $0.name == name })
    let graph = try Graphs.of(level)
    #expect(graph.orders > 1)
    #expect(isBroken(level) == (graph.shortestWay != nil))
    if let way = graph.shortestWay {
      #expect(
        walk(way.map { graph.threads[$0] }, in: graph, of: level.scenario, findsPlaces: false).failure != nil)
    }
  }

  @Test func `The ladder has wrong programs and right ones`() {
    #expect(Level.all.count >= 15)
    #expect(
      Level.all.filter { !isBroken($0) }.map(\.name) == [
        "OneStep", "UnderOneLock", "SameOrder", "WakeUpKept", "SayThenLook",
      ])
    #expect(Set(Level.all.map(\.name)).count == Level.all.count)
  }

  @Test func `A thread is shown at the line that it runs next`() throws {
    #if os(Linux)
      let level = try #require(Level.all.first { $0.name == "HalfChanged" })
      let graph = try scheduleGraph(of: level.scenario)
      let lines = zip(graph.nodes, graph.places).flatMap { node, places in
        zip(node.stands, places).filter { $0.0.intention == "write a variable" }.compactMap { $0.1?.line }
      }
      let written = Set(lines).sorted()
      #expect(written.count == 2 && written.last == written.first.map { $0 + 1 })
    #endif
  }

  @Test func `Orders that differ only in independent steps lead to one node`() throws {
    let graph = try scheduleGraph(
      of: Scenario("apart") { stage in
        let (one, two) = (Shared(0, "one"), Shared(0, "two"))
        stage.thread("A") { one.value = 1 }
        stage.thread("B") { two.value = 1 }
        stage.finally { stage.expect(one.value + two.value == 2, "both are written") }
      }, findsPlaces: false)
    #expect(graph.orders == 6)
    // A lattice of three by three; only the nodes where both threads can continue are asked for.
    #expect(graph.nodes.count { !$0.choices.isEmpty } == 4)
  }

  /// A level's verdict is whether its own rule can be broken, which a data race alone does not decide.
  private func isBroken(_ level: Level) -> Bool {
    var settings = Settings(.exhaustive(preemptions: 2))
    settings.surprises = 0
    let exploration = explore(level.scenario, settings)
    return (exploration.finding?.kind == .dataRace ? exploration.harm : exploration.finding) != nil
  }

  private func position(_ place: Int, _ rows: [String], in graph: ScheduleGraph) -> Walk.Position {
    let node = graph.nodes[place]
    return Walk.Position(
      stands: Dictionary(uniqueKeysWithValues: node.stands.map { (graph.threads[$0.thread], $0.intention) }),
      places: [:], able: node.choices.map { graph.threads[$0.thread] }, rows: rows)
  }

  private func text(_ row: ScheduleGraph.Row, in graph: ScheduleGraph) -> String {
    let text = "\(graph.threads[row.thread]): \(row.text)"
    return row.watched.isEmpty ? text : "\(text) [\(row.watched)]"
  }
}

/// The levels whose graph is made in every run, which are the quick ones; a thorough run makes all.
private let drawn = Level.all.filter { isThorough || quick.contains($0.name) }
private let quick: Set = [
  "OneStep", "UnderOneLock", "TwoLocks", "SameOrder", "WakeUpKept", "IfInsteadOfWhile", "SayThenLook",
  "ThreeAtATable", "ForeverExecuting",
]

/// The graphs of the levels, each made once for all tests.
private enum Graphs {
  private static let made = Mutex<[String: ScheduleGraph]>([:])

  static func of(_ level: Level) throws -> ScheduleGraph {
    if let graph = made.withLock({ $0[level.name] }) { return graph }
    let graph = try scheduleGraph(of: level.scenario, findsPlaces: false)
    made.withLock { $0[level.name] = graph }
    return graph
  }
}
