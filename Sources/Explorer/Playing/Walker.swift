import Terminal

/// Plays threads by their names, and records what a player would see.
final class Walker: Chooser {
  /// What is shown before one choice.
  struct Position {
    let stands: [String: String]
    let places: [String: ScheduleGraph.Place]
    let able: [String]
    let rows: [String]
    let taken: String
  }

  let recorder: Recorder
  private let names: [String]
  private unowned(unsafe) var engine: Engine?
  private(set) var positions: [Position] = []
  /// The thread that each decision chose, by name or by default.
  private var choices: [Int] = []

  init(_ names: [String], findsPlaces: Bool) {
    self.names = names
    recorder = Recorder(findsPlaces: findsPlaces)
  }

  override func scheduleBegins(on engine: Engine) {
    self.engine = engine
    positions = []
    choices = []
  }

  override func choose(_ decision: Decision) -> Int {
    let choice = answer(to: decision)
    choices.append(choice)
    return choice
  }

  private func answer(to decision: Decision) -> Int {
    guard let engine, engine.finding == nil, decision.isForPlayer(engine) else { return decision.standard }
    let able = threads(in: decision.able)
    let wanted = positions.count < names.count ? names[positions.count] : nil
    let choice = able.first { engine.threads[$0].name == wanted } ?? decision.standard
    let standing = engine.standing(decision)
    let name = { (index: Int) in engine.threads[index].name }
    positions.append(
      Position(
        stands: Dictionary(standing.map { (name($0), engine.threads[$0].intention) }) { first, _ in first },
        places: Dictionary(
          standing.compactMap { index in
            engine.place(of: index).map { (name(index), ScheduleGraph.Place($0)) }
          }
        ) { first, _ in first },
        able: able.map(name), rows: rows, taken: name(choice)))
    return choice
  }

  private var rows: [String] {
    recorder.shown(from: 0).map {
      $0.watched.isEmpty ? "\($0.name): \($0.text)" : "\($0.name): \($0.text) [\($0.watched)]"
    }
  }

  func walk(_ outcome: Outcome, _ search: Search) -> Walk {
    let written = WrittenRun(outcome: outcome, recorder: recorder, choices: choices, hasDiverged: false)
    let pair = outcome.finding == nil ? nil : search.offendingPair(written)
    return Walk(
      table: ThreadTable(recorder, pair: pair, isFolded: false),
      positions: positions.map {
        Walk.Position(stands: $0.stands, places: $0.places, able: $0.able, rows: $0.rows)
      },
      rows: rows, failure: outcome.finding?.message)
  }
}

extension Decision {
  /// Whether a player of a graph chooses here: not at the framework's own locks, where nothing can be seen.
  ///
  /// Nothing happens earlier than it must, and signals wake the first waiter: a
  /// level shows turns only. What other threads will touch does not matter: it
  /// is learned during the search, and the same position would be a question on
  /// one path and not on another.
  func isForPlayer(_ engine: Engine) -> Bool {
    !isPick && able & (able &- 1) != 0 && !(canLastGoOn && engine.threads[last].intendsInner)
  }
}

extension Engine {
  /// The threads that a player sees: those that the scenario declared, and others that can continue.
  func standing(_ decision: Decision) -> [Int] {
    threads.indices.filter { index in
      index > 0 && !threads[index].hasEnded
        && (threads[index].isDeclared || decision.able >> UInt64(index) & 1 == 1)
    }
  }
}

extension Recorder {
  /// The rows from a place on that a table shows; a change in a hidden row is shown in the row before it.
  func shown(from place: Int) -> [(name: String, text: String, watched: String)] {
    var shown: [(name: String, text: String, watched: String)] = []
    for row in rows[min(place, rows.count)...] {
      if row.kind.isShown {
        shown.append((threadNames[row.thread], resolved(row.words).onOneLine, row.watched.onOneLine))
      } else if !row.watched.isEmpty, !shown.isEmpty {
        shown[shown.count - 1].watched = row.watched.onOneLine
      }
    }
    return shown
  }
}
