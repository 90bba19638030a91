import Explorer

/// What a level's page knows of its program: all schedules as a graph, and the shortest that fails.
struct LevelData: Codable, Sendable {
  /// The names of the threads.
  var threads: [String] = []
  /// Words and sentences that the rest refers to by number.
  var texts: [String] = []
  /// Before the first choice: thread, text, watched values.
  var opening: [[Int]] = []
  /// Each row once: thread, text, watched values.
  var rows: [[Int]] = []
  var nodes: [Node] = []
  /// How many orders there are.
  var orders = 0
  /// The fewest choices to a failure, as threads; nil for a program that is right.
  var way: [Int]?
  /// What goes wrong on that way.
  var failure: String?
  /// The rows on that way: number, thread, text, watched values, and whether the row is marked.
  var table: [Row] = []
  /// Why two rows are marked.
  var explanation: String?
  /// At each choice on that way: how many rows there are, and at which line each thread stands.
  var frames: [Frame] = []

  struct Node: Codable, Sendable {
    /// For each thread that has something to do: thread, what it will do, line, and code of another file or -1.
    var s: [[Int]]
    /// For each choice: thread, node, and the rows that it makes.
    var c: [[Int]]
    /// At an end: what went wrong, -1 where nothing did.
    var f: Int?
  }

  struct Row: Codable, Sendable {
    let number: String
    let thread: String
    let text: String
    let watched: String
    let isMarked: Bool
  }

  struct Frame: Codable, Sendable {
    let rows: Int
    let lines: [String: Int]
  }

  /// Runs the level in every order.
  ///
  /// - Parameter code: Gives a line of a source file that is not the level's own.
  init(_ level: Level, code: (ScheduleGraph.Place) -> String?) throws {
    let graph = try scheduleGraph(of: level.scenario)
    threads = graph.threads
    orders = graph.orders
    way = graph.shortestWay
    var known: [String: Int] = [:]
    func number(_ text: String) -> Int {
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
      Row(number: $0.number, thread: $0.thread, text: $0.text, watched: $0.watched, isMarked: $0.isMarked)
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
      + "\"opening\":\(list(opening)),\"rows\":\(list(rows)),\"nodes\":\(JSON.list(nodes)),\"orders\":\(orders),"
      + "\"way\":\(way.map { JSON.list($0.map(String.init)) } ?? "null")}"
  }
}

extension Level {
  /// The line of this level's own file, nil for another file.
  func line(of place: ScheduleGraph.Place) -> Int? {
    place.path.hasSuffix("/\(name).swift") ? place.line : nil
  }
}
