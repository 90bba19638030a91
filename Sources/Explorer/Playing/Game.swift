/// "You are the scheduler": a person picks which thread runs next and tries to reach the bad state.
final class Game {
  /// Searches for what can go wrong.
  private let finder: Search
  /// Runs the player's schedules, with time for a person to think.
  private let search: Search
  private let screen: Screen
  private let tried = Tried()
  /// The shortest way to fail, and in how many moves; nil if nothing goes wrong.
  private var solution: (written: WrittenRun, table: ThreadTable, moves: Int)?

  init(_ scenario: Scenario, _ settings: Settings, _ screen: Screen) {
    var settings = settings
    // A data race is not a state that a player can reach.
    settings.findsDataRaces = false
    finder = Search(scenario, settings)
    var patient = settings
    // An hour of thinking before a move does not mean that a thread is stuck.
    patient.watchdog = .seconds(1_000_000)
    search = Search(scenario, patient, notes: finder.notes, showsProgress: false)
    self.screen = screen
    search.farewell = { [unowned self] in goodbye }
  }

  func play() {
    let name = search.scenario.name
    let report = finder.directing { () -> Exploration in
      let (found, schedules, verdict) = finder.explore()
      let report = finder.report(found, schedules, verdict)
      guard let token = report.token.flatMap({ try? Token(reading: $0) }) else { return report }
      let written = finder.written(token.deviations)
      let model = Player(following: token.deviations)
      _ = finder.run(model, Recorder())
      solution = report.table.map { (written, $0, model.moves.count) }
      return report
    }
    if let finding = report.finding, solution == nil {
      return screen.say("'\(name)' cannot be played. \(finding.message)")
    }
    screen.say("You are the scheduler of '\(name)': you pick the thread that runs next.")
    if let finding = report.finding {
      screen.say("Make it fail: \(finding.message)")
    } else {
      screen.say("The search found no order in which it fails (\(report.summary)).")
      screen.say("You can still play it: you are told when you have tried everything.")
    }
    search.directing { playRounds() }
  }

  private func playRounds() {
    var moves: [Int] = []
    while true {
      let recorder = Recorder(findsPlaces: screen.sources != nil)
      let player = Player(moves) { [self] decision, engine, moves in
        screen.show(recorder)
        screen.show(engine, decision)
        return ask(Array(threads(in: decision.able)), moves, engine)
      }
      let outcome = search.run(player, recorder)
      moves = player.moves
      if player.leaving == nil {
        tried.add(moves, questions: player.questions)
        showEnd(outcome, recorder, player)
      }
      switch player.leaving ?? askAtTheEnd() {
      case .quit: return screen.say(goodbye)
      case .again: moves = []
      case .back: if !moves.isEmpty { moves.removeLast() }
      case .thread: break
      }
    }
  }

  private func showEnd(_ outcome: Outcome, _ recorder: Recorder, _ player: Player) {
    let written = WrittenRun(
      outcome: outcome, recorder: recorder, choices: player.choices, hasDiverged: false)
    screen.show(recorder, pair: search.offendingPair(written))
    if let finding = outcome.finding {
      screen.say("\n\(finding.message)\nReached in \(player.moves.count) moves.")
      if let best = solution?.moves {
        screen.say(player.moves.count > best ? "It can be done in \(best)." : "There is no shorter way.")
      }
    } else {
      screen.say("\nAll threads have ended, and nothing went wrong.")
    }
    let orders = tried.orders == 1 ? "1 order" : "\(tried.orders) orders"
    screen.say(
      tried.isEverything
        ? "You have tried everything: \(orders), and there is no other."
        : "You have tried \(orders) so far.")
  }

  /// Asks until the answer is valid.
  private func ask(_ candidates: [Int], _ moves: [Int], _ engine: Engine) -> Player.Answer {
    screen.say("")
    for (number, thread) in candidates.enumerated() {
      let mark = tried.isDone(moves + [thread]) ? "  (all tried)" : ""
      screen.say(
        "  \(number + 1)  \(engine.threads[thread].name): \(engine.threads[thread].intention)\(mark)")
    }
    while true {
      screen.say("Next thread: a number, \(Game.commands)")
      guard let line = screen.read() else { return .quit }
      if let answer = command(line) { return answer }
      let answer = line.filter { !$0.isWhitespace }
      if let number = Int(answer), candidates.indices.contains(number - 1) {
        return .thread(candidates[number - 1])
      }
      if answer != "s" { screen.say("'\(line)' is none of the numbers above.") }
    }
  }

  private func askAtTheEnd() -> Player.Answer {
    while true {
      screen.say("What next? \(Game.commands)")
      guard let line = screen.read() else { return .quit }
      if let answer = command(line) { return answer }
      if line.filter({ !$0.isWhitespace }) != "s" { screen.say("'\(line)' is none of these letters.") }
    }
  }

  private static let commands = "b: step back, r: start again, s: show me, q: quit."

  /// What a letter means in every position; nil for a number, for nonsense, and where it was answered here.
  private func command(_ line: String) -> Player.Answer? {
    switch line.filter({ !$0.isWhitespace }) {
    case "q": return .quit
    case "b": return .back
    case "r": return .again
    case "s":
      if let solution {
        screen.show(solution.table)
        screen.say("\nThe shortest way to fail, in \(solution.moves) moves. Your position is unchanged.")
      } else {
        screen.say("There is nothing to show: no order was found in which it fails.")
      }
      return nil
    default: return nil
    }
  }

  private var goodbye: String {
    let orders = tried.orders == 1 ? "1 order" : "\(tried.orders) orders"
    let best =
      solution.map { "It can be done in \($0.moves) moves" } ?? "No order was found in which it fails"
    return "\(best). You have tried \(orders)."
  }
}
