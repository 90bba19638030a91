/// All orders of a small scenario: what can be chosen in each position, and where each choice leads.
///
/// Two positions are one node if the same threads are at the same steps, the
/// same choices exist, and everything that can follow is the same, row by row.
/// So whatever a player sees on a path through the graph is what the engine
/// shows on that path.
package struct ScheduleGraph: Sendable {
  /// What a thread did in one step.
  package struct Row: Hashable, Sendable {
    /// The place of its name in ``ScheduleGraph/threads``.
    package let thread: Int
    /// What it did.
    package let text: String
    /// The watched values after the step.
    package var watched: String
  }

  /// Where a thread is before its next step.
  package struct Stand: Hashable, Sendable {
    /// The place of its name in ``ScheduleGraph/threads``.
    package let thread: Int
    /// What it will do.
    package let intention: String
    /// How many rows it has produced.
    package let steps: Int
  }

  /// One thread that can continue, what it does then, and the node that follows.
  package struct Choice: Hashable, Sendable {
    /// The place of its name in ``ScheduleGraph/threads``.
    package let thread: Int
    /// The rows up to the next position.
    package let rows: [Row]
    /// The node that follows.
    package let next: Int
  }

  /// A position, or an end where nothing can be chosen.
  package struct Node: Hashable, Sendable {
    /// The threads that have something to do.
    package let stands: [Stand]
    /// What can be chosen; empty at an end.
    package let choices: [Choice]
    /// At an end: what went wrong, nil if nothing did.
    package let failure: String?
  }

  /// The names of the threads, in the order in which they were first seen.
  package var threads: [String] = []
  /// What happens before the first choice.
  package var opening: [Row] = []
  /// The nodes; a choice leads to a node that comes earlier in the list.
  package var nodes: [Node] = []
  /// The node of the first choice.
  package var start: Int { nodes.count - 1 }

  /// What was learned about which thread uses what; a walk starts from it.
  var notes = SharingNotes()
  /// The accesses to ordinary memory at which a player chooses: those that race in any order.
  var accesses: [UInt] = []

  /// How many orders there are: paths from the first choice to an end.
  package var orders: Int {
    var ways: [Int] = []
    for node in nodes {
      ways.append(node.choices.isEmpty ? 1 : node.choices.reduce(0) { $0 + ways[$1.next] })
    }
    return ways.last ?? 0
  }

  /// For each node, the line of the program at which each of its threads is, nil where that is unknown.
  package var places: [[Place?]] = []

  /// A line of a source file.
  package struct Place: Hashable, Sendable {
    package let path: String
    package let line: Int

    init(_ place: SourcePlace) { (path, line) = (place.path, place.line) }
  }

  /// The fewest choices to a failure, nil where no order fails.
  package var shortestWay: [Int]? {
    // A choice leads to an earlier node, so one pass in the order of the nodes knows what follows.
    var best: [(moves: Int, thread: Int)?] = []
    for node in nodes {
      if node.failure != nil {
        best.append((0, -1))
        continue
      }
      let ways = node.choices.compactMap { choice in
        best[choice.next].map { (moves: $0.moves + 1, thread: choice.thread) }
      }
      best.append(ways.min { $0.moves < $1.moves })
    }
    guard best[start] != nil else { return nil }
    var way: [Int] = []
    var place = start
    while let choice = nodes[place].choices.first(where: { $0.thread == best[place]?.thread }) {
      way.append(choice.thread)
      place = choice.next
    }
    return way
  }

  /// Why a scenario has no graph.
  package enum Flaw: Error, Equatable {
    /// There are more orders than were allowed.
    case tooManyOrders
    /// The same schedule took another course when it was run again.
    case notDeterministic
    /// The scenario itself is wrong.
    case unfit(String)
  }
}

/// Runs a scenario in every order in which a player could play it.
///
/// - Parameter findsPlaces: Whether to look up the lines at which the threads are, which takes the most time.
package func scheduleGraph(
  of scenario: Scenario, _ settings: Settings = Settings(), maxRuns: Int = 20_000,
  findsPlaces: Bool = true
) throws(ScheduleGraph.Flaw) -> ScheduleGraph {
  var accesses: [UInt] = []
  while true {
    let search = Search(scenario, settings.forTurnsAlone, showsProgress: false, switchingAt: accesses)
    let result: Result<ScheduleGraph, ScheduleGraph.Flaw>? = search.directing {
      // The search learns which steps matter to other threads; a player chooses only before those.
      _ = search.explore()
      search.raceFindings = .none
      while true {
        let known = search.notes.count
        let builder = GraphBuilder(maxRuns: maxRuns)
        do throws(ScheduleGraph.Flaw) {
          try builder.build(with: search)
          // In these orders other accesses race, at which a player chooses, too.
          guard search.racingPlaces.count == accesses.count else { return nil }
          guard known == search.notes.count else { continue }
          var graph = findsPlaces ? try builder.locate(with: search) : builder.learned(from: search)
          graph.accesses = accesses
          return .success(graph)
        } catch {
          if known == search.notes.count { return .failure(error) }
        }
      }
    }
    if let result { return try result.get() }
    accesses = search.racingPlaces
  }
}

/// What the engine shows on one path through a scenario, for a comparison with its graph.
package struct Walk: Sendable {
  /// At each choice, the threads and their next steps, and the names of those that can continue.
  package struct Position: Equatable, Sendable {
    package let stands: [String: String]
    package let places: [String: ScheduleGraph.Place]
    package let able: [String]
    /// The rows so far, as "thread: what it did [watched values]".
    package let rows: [String]
  }

  /// The rows as a table; if it fails, the rows whose order makes the difference are marked.
  package let table: ThreadTable
  package let positions: [Position]
  /// All rows.
  package let rows: [String]
  /// What went wrong, nil if nothing did.
  package let failure: String?
}

/// Plays the threads of these names one after the other, then whichever the engine chooses.
package func walk(
  _ names: [String], in graph: ScheduleGraph, of scenario: Scenario, _ settings: Settings = Settings(),
  findsPlaces: Bool = true
) -> Walk {
  let search = Search(
    scenario, settings.forTurnsAlone, notes: graph.notes, showsProgress: false, switchingAt: graph.accesses)
  return search.directing {
    let walker = Walker(names, findsPlaces: findsPlaces)
    let outcome = search.run(walker, walker.recorder)
    return walker.walk(outcome, search)
  }
}

extension Settings {
  /// A graph shows turns only: nothing ends earlier than it must, and a data race is only a place to choose.
  fileprivate var forTurnsAlone: Settings {
    var settings = self
    settings.surprises = 0
    return settings
  }
}
