import Explorer
import LessonKit
import SchedulerGame

/// The data of a level's page: all schedules as a graph, and the shortest failing one.
struct LevelData: Codable, Sendable {
  /// The names of the threads.
  var threads: [String] = []
  /// Words and sentences; the other properties refer to them by index.
  var texts: [String] = []
  /// The rows before the first choice: thread, text, watched values.
  var opening: [[Int]] = []
  /// All different rows: thread, text, watched values.
  var rows: [[Int]] = []
  var nodes: [Node] = []
  /// The number of schedules.
  var orders = 0
  /// The shortest failing sequence of choices, as threads; nil for a correct program.
  var way: [Int]?
  /// The failure of that schedule.
  var failure: String?
  /// The rows of that schedule.
  var table: [Record.Schedule.Row] = []
  /// Why two rows are marked.
  var explanation: String?
  /// For each choice of that schedule: the number of rows before it, and the current line of each thread.
  var frames: [Frame] = []

  struct Node: Codable, Sendable {
    /// For each thread that can continue: thread, next step, line, and code of another file or -1.
    var s: [[Int]]
    /// For each choice: thread, next node, and the rows that it adds.
    var c: [[Int]]
    /// At the end of a schedule: the failure, or -1.
    var f: Int?
  }

  struct Frame: Codable, Sendable {
    let rows: Int
    let lines: [String: Int]
  }

  /// Runs the level in every schedule.
  ///
  /// - Parameter code: Returns a line of a source file other than the level's.
  init(_ level: Level, code: (ScheduleGraph.Place) -> String?) throws {
    let graph = try scheduleGraph(of: level.scenario)
    threads = graph.threads
    orders = graph.orders
    way = graph.shortestWay
    var known: [String: Int] = [:]
    func number(_ text: String) -> Int {
      // The line is marked in the listing.
      let text = text.replacing(#/^(read|write) at \S+:\d+: /#) { "\($0.1): " }
      if let number = known[text] { return number }
      texts.append(text)
      known[text] = texts.count - 1
      return texts.count - 1
    }
    var knownRows: [[Int]: Int] = [:]
    func row(_ row: ScheduleGraph.Row) -> Int {
      let parts = [row.thread, number(row.text), number(row.watched)]
      if let number = knownRows[parts] { return number }
      rows.append(parts)
      knownRows[parts] = rows.count - 1
      return rows.count - 1
    }
    opening = graph.opening.map { [$0.thread, number($0.text), number($0.watched)] }
    for (node, places) in zip(graph.nodes, graph.places) {
      let stands = node.stands.enumerated().map { index, stand in
        let place = index < places.count ? places[index] : nil
        let line = place.flatMap { level.line(of: $0) }
        let other = line == nil ? place.flatMap(code).map(number) : nil
        return [stand.thread, number(stand.intention), line ?? 0, other ?? -1]
      }
      nodes.append(
        Node(
          s: stands, c: node.choices.map { [$0.thread, $0.next] + $0.rows.map(row) },
          f: node.choices.isEmpty ? node.failure.map(number) ?? -1 : nil))
    }
    guard let way else { return }
    let walk = walk(way.map { threads[$0] }, in: graph, of: level.scenario)
    failure = walk.failure
    table = walk.table.rows.map {
      .init(
        number: $0.number, thread: $0.thread, text: $0.text, watched: $0.watched.isEmpty ? nil : $0.watched,
        isMarked: $0.isMarked)
    }
    explanation = walk.table.explanation
    frames = walk.positions.map { position in
      Frame(rows: position.rows.count, lines: position.places.compactMapValues { level.line(of: $0) })
    }
  }

  /// The graph for the page's script.
  var script: String {
    func list(_ numbers: [[Int]]) -> String { JSON.list(numbers.map { JSON.list($0.map(String.init)) }) }
    let nodes = nodes.map { node in
      node.f.map { "{\"f\":\($0)}" } ?? "{\"s\":\(list(node.s)),\"c\":\(list(node.c))}"
    }
    return "{\"threads\":\(JSON.list(threads.map(JSON.text))),\"texts\":\(JSON.list(texts.map(JSON.text))),"
      + "\"opening\":\(list(opening)),\"rows\":\(list(rows)),\"nodes\":\(JSON.list(nodes)),"
      + "\"orders\":\(orders),\"way\":\(way.map { JSON.list($0.map(String.init)) } ?? "null")}"
  }
}

extension Level {
  /// The line of this level's own file, nil for another file.
  func line(of place: ScheduleGraph.Place) -> Int? {
    place.path.hasSuffix("/\(name).swift") ? place.line : nil
  }
}
