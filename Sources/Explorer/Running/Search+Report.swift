// From the outcome of a search to something that can be read.

extension Search {
  func report(_ found: Outcome?, _ schedules: Int, _ verdict: Verdict) -> Exploration {
    guard let found, let finding = found.finding else {
      return exploration(schedules, verdict, nil, nil, nil)
    }
    if finding.isAboutScenario { return exploration(schedules, .failed, finding, nil, nil) }
    let shortest = shrink(found)
    let recorder = Recorder()
    let last = run(Replay(shortest.deviations), recorder)
    return exploration(
      schedules, .failed, last.finding ?? finding, Token(scenario, last).description,
      ThreadTable(recorder))
  }

  func replay(_ text: String) -> Exploration {
    guard let token = Token(text) else {
      return unfit("'\(text)' is no replay token. One looks like k3f9-12b3b20.")
    }
    guard token.scenario == Token.hash(of: scenario.name) else {
      return unfit("The token '\(text)' belongs to another scenario than '\(scenario.name)'.")
    }
    let recorder = Recorder()
    let chooser = Replay(token.deviations)
    let outcome = run(chooser, recorder)
    if outcome.finding?.isAboutScenario == true {
      return exploration(1, .replayed, outcome.finding, nil, nil)
    }
    if chooser.isAstray || token.decisions != nil && token.decisions != outcome.decisions {
      return unfit(
        "The token '\(text)' does not fit '\(scenario.name)' any more: the scenario has been changed since, "
          + "or does not do the same each time.")
    }
    return exploration(
      1, .replayed, outcome.finding, Token(scenario, outcome).description, ThreadTable(recorder))
  }

  private func unfit(_ message: String) -> Exploration {
    exploration(0, .replayed, Finding(kind: .unfitToken, message: message), nil, nil)
  }

  private func exploration(
    _ schedules: Int, _ verdict: Verdict, _ finding: Finding?, _ token: String?,
    _ table: ThreadTable?
  ) -> Exploration {
    Exploration(
      name: scenario.name, schedules: schedules, runs: runs, verdict: verdict, finding: finding,
      token: token, table: table, handOvers: handOvers, parkedThreads: parkedThreads)
  }
}
