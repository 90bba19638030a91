/// "You are the scheduler": somebody picks who goes next and tries to reach the bad state.
final class Game {
  /// Finds out what can go wrong.
  private let finder: Search
  /// Runs what somebody plays, who may take long to think.
  private let search: Search
  private let read: () -> String?
  private let write: (String) -> Void

  /// - Parameter read: Gives the next line that was typed, nil when there is no other.
  init(
    _ scenario: Scenario, _ settings: Settings, read: @escaping () -> String?,
    write: @escaping (String) -> Void
  ) {
    finder = Search(scenario, settings)
    var patient = settings
    // Whoever thinks for an hour is not stuck.
    patient.watchdog = .seconds(1_000_000)
    search = Search(scenario, patient, notes: finder.notes, showsProgress: false)
    self.read = read
    self.write = write
  }

  func play() {
    let found = finder.directing { finder.explore().found.map(finder.shrink) }
    guard let found, let finding = found.finding else {
      return write(
        "Nothing goes wrong in '\(search.scenario.name)', however its threads take turns: no game.")
    }
    guard !finding.isAboutScenario else {
      return write("'\(search.scenario.name)' cannot be played. \(finding.message)")
    }
    search.directing { play(towards: finding, found) }
  }

  private func play(towards finding: Finding, _ found: Outcome) {
    let model = Player(following: found.deviations)
    _ = search.run(model, Recorder())
    let best = model.moves.count

    write("You are the scheduler of '\(search.scenario.name)'. Pick who goes next, and make it fail:")
    write("\(finding.message)\n")
    var moves: [Int] = []
    while true {
      let recorder = Recorder()
      let player = Player(moves) { [self] decision, engine in ask(decision, engine, recorder) }
      let outcome = search.run(player, recorder)
      moves = player.moves
      switch player.leaving {
      case .quit: return write("It can be done in \(best) moves. Until next time.")
      case .back: if !moves.isEmpty { moves.removeLast() }
      case .thread, nil:
        write(ThreadTable(recorder).description)
        if let finding = outcome.finding {
          write("\nReached in \(moves.count) moves: \(finding.message)")
          return write(moves.count > best ? "It can be done in \(best)." : "There is no shorter way.")
        }
        write("\nAll threads have ended, and nothing went wrong. Type b to take a move back, or q to leave.")
        guard let line = read(), line.hasPrefix("b"), !moves.isEmpty else { return }
        moves.removeLast()
      }
    }
  }

  private func ask(_ decision: Decision, _ engine: Engine, _ recorder: Recorder) -> Player.Answer {
    write(ThreadTable(recorder).description)
    write("")
    let candidates = threads(in: decision.able)
    for (number, thread) in candidates.enumerated() {
      write("  \(number + 1)  \(engine.threads[thread].name): \(engine.threads[thread].intention)")
    }
    while true {
      write("Who goes next? A number, b to take a move back, q to leave.")
      guard let line = read() else { return .quit }
      let answer = line.filter { !$0.isWhitespace }
      if answer == "q" { return .quit }
      if answer == "b" { return .back }
      if let number = Int(answer), candidates.indices.contains(number - 1) {
        return .thread(candidates[number - 1])
      }
      write("'\(line)' is none of the numbers above.")
    }
  }
}
