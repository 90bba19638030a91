/// Searches all orders depth first, one schedule after the other, and merges
/// positions from the ends backwards.
///
/// A position is not tried again if its history differs from that of an earlier
/// one only in the order of independent steps.
final class GraphBuilder: Chooser {
  /// A position on the path that is being tried.
  private struct Frame {
    let stands: [ScheduleGraph.Stand]
    /// The threads that can continue: their number in the engine, and in the graph.
    let able: [(engine: Int, graph: Int)]
    var choice = 0
    /// The rows of the choice that is being tried.
    var rows: [ScheduleGraph.Row] = []
    var choices: [ScheduleGraph.Choice] = []
    let history: History.Summary
  }

  private let recorder = Recorder()
  private let maxRuns: Int
  private var runs = 0
  private unowned(unsafe) var engine: Engine?
  private(set) var graph = ScheduleGraph()
  private var known: [ScheduleGraph.Node: Int] = [:]
  private var path: [Frame] = []
  private var history = History()
  /// The nodes whose futures were tried, by their histories.
  private var tried: [History.Summary: Int] = [:]
  /// The node at which the running schedule need not be followed further.
  private var met: Int?
  private var depth = 0
  /// How many rows of the recorder are recorded already.
  private var written = 0
  private var isUnderWay = false
  private var flaw: ScheduleGraph.Flaw?

  init(maxRuns: Int) { self.maxRuns = maxRuns }

  func build(with search: Search) throws(ScheduleGraph.Flaw) {
    var goesOn = true
    while goesOn {
      let outcome = search.run(self, recorder)
      // A schedule that ends in a deadlock ends its engine too, and is not reported as ended.
      goesOn = isUnderWay && scheduleEnded(outcome)
      if let flaw { throw flaw }
    }
  }

  override func scheduleBegins(on engine: Engine) {
    self.engine = engine
    (depth, written, isUnderWay, met) = (0, 0, true, nil)
    history = History()
  }

  override func choose(_ decision: Decision) -> Int {
    guard let engine, met == nil, engine.finding == nil, decision.isForPlayer(engine) else {
      return decision.standard
    }
    let rows = newRows(engine)
    if depth > 0 { path[depth - 1].rows = rows } else { graph.opening = rows }
    let able = threads(in: decision.able).map { ($0, number(of: engine.threads[$0].name)) }
    if depth == path.count {
      let stands = stands(engine, decision)
      let moves = path.reduce(into: [:]) { $0[$1.able[$1.choice].graph, default: 0] += 1 }
      let history = history.summary(of: recorder, stands, able.map(\.1), moves: moves)
      if let node = tried[history] {
        met = node
        return decision.standard
      }
      path.append(Frame(stands: stands, able: able, history: history))
    } else if !path[depth].able.elementsEqual(able, by: ==) {
      flaw = .notDeterministic
      return decision.standard
    }
    depth += 1
    return path[depth - 1].able[path[depth - 1].choice].engine
  }

  override func scheduleEnded(_ outcome: Outcome) -> Bool {
    isUnderWay = false
    if let finding = outcome.finding, finding.isAboutScenario { flaw = .unfit(finding.message) }
    runs += 1
    if runs > maxRuns { flaw = .tooManyOrders }
    guard flaw == nil, let engine, depth == path.count else {
      flaw = flaw ?? .notDeterministic
      return false
    }
    if met == nil {
      let rows = newRows(engine)
      if depth > 0 { path[depth - 1].rows = rows } else { graph.opening = rows }
    }
    var node =
      met ?? node(ScheduleGraph.Node(stands: [], choices: [], failure: outcome.finding?.message))
    while var frame = path.popLast() {
      frame.choices.append(
        ScheduleGraph.Choice(thread: frame.able[frame.choice].graph, rows: frame.rows, next: node))
      frame.choice += 1
      if frame.choice < frame.able.count {
        path.append(frame)
        return true
      }
      node = self.node(ScheduleGraph.Node(stands: frame.stands, choices: frame.choices, failure: nil))
      tried[frame.history] = node
    }
    return false
  }

  /// The place of a node that was there before, or of the new one.
  private func node(_ node: ScheduleGraph.Node) -> Int {
    if let place = known[node] { return place }
    graph.nodes.append(node)
    known[node] = graph.nodes.count - 1
    return graph.nodes.count - 1
  }

  private func number(of name: String) -> Int {
    if let number = graph.threads.firstIndex(of: name) { return number }
    graph.threads.append(name)
    return graph.threads.count - 1
  }

  private func stands(_ engine: Engine, _ decision: Decision) -> [ScheduleGraph.Stand] {
    engine.standing(decision).map { index in
      ScheduleGraph.Stand(
        thread: number(of: engine.threads[index].name), intention: engine.threads[index].intention,
        steps: recorder.rows.count { $0.thread == index })
    }
  }

  /// The rows since the last choice that a table shows.
  private func newRows(_ engine: Engine) -> [ScheduleGraph.Row] {
    defer { written = recorder.rows.count }
    return recorder.shown(from: written).map {
      ScheduleGraph.Row(thread: number(of: $0.name), text: $0.text, watched: $0.watched)
    }
  }

  /// The graph, with what the search has learned.
  func learned(from search: Search) -> ScheduleGraph {
    graph.notes = search.notes
    return graph
  }

  // MARK: Lines

  /// Walks through the graph until every position was visited once, to learn at which lines its threads are.
  func locate(with search: Search) throws(ScheduleGraph.Flaw) -> ScheduleGraph {
    graph.places = graph.nodes.map { _ in [] }
    var way: [Int: (node: Int, thread: Int)] = [:]
    var isSeen = graph.nodes.map { $0.choices.isEmpty }
    // From the first choice on: every node but the start has a later one that leads to it.
    for place in graph.nodes.indices.reversed() {
      for choice in graph.nodes[place].choices where way[choice.next] == nil {
        way[choice.next] = (place, choice.thread)
      }
      guard !isSeen[place] else { continue }
      var names: [String] = []
      var node = place
      while let (former, thread) = way[node] {
        names.insert(graph.threads[thread], at: 0)
        node = former
      }
      let walker = Walker(names, findsPlaces: true)
      _ = search.run(walker, walker.recorder)
      node = graph.start
      for position in walker.positions {
        isSeen[node] = true
        graph.places[node] = graph.nodes[node].stands.map { position.places[graph.threads[$0.thread]] }
        guard
          let choice = graph.nodes[node].choices.first(where: { graph.threads[$0.thread] == position.taken })
        else { throw .notDeterministic }
        node = choice.next
      }
    }
    return learned(from: search)
  }
}
