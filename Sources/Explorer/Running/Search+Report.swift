// From the outcome of a search to a readable report.

extension Search {
  func report(_ found: Outcome?, _ schedules: Int, _ verdict: Verdict) -> Exploration {
    guard let found, let finding = found.finding else {
      return exploration(schedules, verdict, nil, nil, nil)
    }
    if finding.isAboutScenario { return exploration(schedules, .failed, finding, nil, nil) }
    failing = found
    // Finding, table and token come from one run; nine more show whether it is always the same.
    let first = written(shrink(found).deviations, findsPlaces: PlacesInTables.areWanted)
    let difference =
      first.outcome.finding == nil ? "it passed the second time" : contradiction(to: first)
    if let difference {
      // A thread that outlives its schedule disturbs the next one. A variable that is filled once races once.
      let isSeenOnce = finding.race?.isOfMemory == true && first.outcome.finding == nil
      let cause =
        finding.kind == .endlessThread || isSeenOnce
        ? finding : .nondeterminism(seenIn: difference, schedule: name(of: first))
      return exploration(schedules, .failed, cause, nil, nil)
    }
    if let trace = leftovers(of: finding) { return exploration(schedules, .failed, trace, nil, nil) }
    guard let located = first.locatedRace else {
      return exploration(schedules, .failed, first.finding, name(of: first), table(of: first))
    }
    if let harm = harm(of: located)?.exploration {
      return exploration(schedules, .failed, located, harm.token, harm.table, harm: harm.finding)
    }
    return exploration(schedules, .failed, located, name(of: first), table(of: first))
  }

  /// Prints the report of a trap, and lets the process end.
  ///
  /// - Parameter race: The data race that does this harm, if one was found before.
  func reportTrap(of thread: String, at site: CallSite, _ outcome: Outcome, after race: Finding?) -> Never {
    let (count, recorder) = (runs + 1, Recorder())
    let said = CrashReporter.muted { _ = run(Replay(outcome.deviations), recorder) }
    let trap = Finding(kind: .trap, message: "Trap: '\(thread)' stops the process\(site.trap(saying: said))")
    let report = exploration(
      count, .failed, race ?? trap, name(of: outcome), ThreadTable(recorder), harm: race == nil ? nil : trap)
    CrashReporter.end(saying: "\n\(report)\n")
  }

  /// An order in which a data race breaks a rule of the scenario, if one is found soon.
  ///
  /// Searched for with the racing accesses as places to switch threads: a reader learns more from what goes
  /// wrong than from the race alone. In other orders the threads go other ways, where more accesses race;
  /// then these are places to switch too.
  private func harm(of race: Finding) -> (search: Search, exploration: Exploration)? {
    var few = settings
    few.maxSchedules = min(few.maxSchedules, 1_000)
    for _ in 1...3 {
      let search = Search(
        scenario, few, showsProgress: false, interruption: interruption, switchingAt: racingPlaces,
        after: race)
      let harm = search.directing {
        let (found, schedules, verdict) = search.explore()
        return found?.finding?.race == nil ? search.report(found, schedules, verdict) : nil
      }
      runs += search.runs
      parkedThreads += search.parkedThreads
      if let harm, let finding = harm.finding, !finding.isAboutScenario {
        return search.isHarm(of: race, harm.table) ? (search, harm) : nil
      }
      guard search.racingPlaces.count > racingPlaces.count else { return nil }
      racingPlaces = search.racingPlaces
    }
    return nil
  }

  /// Whether a table has an access that races, and one of these makes the difference, or the order of no other
  /// threads does; if not, what goes wrong there has another cause.
  private func isHarm(of race: Finding, _ table: ThreadTable?) -> Bool {
    let places = racingPlaces.compactMap { CodeAddress(returningTo: $0).place.map(ScheduleGraph.Place.init) }
    guard let table, !places.isEmpty else { return true }
    let threads = race.race.map { [$0.earlier.thread, $0.later.thread] } ?? []
    let racing = table.rows.filter { $0.place.map(places.contains) == true }
    return racing.contains(where: \.isMarked)
      || !racing.isEmpty && table.rows.allSatisfy { !$0.isMarked || threads.contains($0.thread) }
  }

  /// What says that the plain schedule, which passed before all others, fails now: a former run has left
  /// something.
  private func leftovers(of finding: Finding) -> Finding? {
    guard hasPassedAtFirst, raceFindings == .none else { return nil }
    let plain = run(Replay([]))
    guard plain.finding?.kind == finding.kind else { return nil }
    return Finding(
      kind: .nondeterminism,
      message:
        "The scenario keeps something from one run to the next: the schedule without any switch passed at first "
        + "and fails now (“\(finding.message)”). Make everything that its threads use in the scenario's "
        + "closure, and put global and static variables back to their beginning there.")
  }

  func name(of written: WrittenRun) -> String { name(of: written.outcome) }

  func name(of outcome: Outcome) -> String {
    Token(scenario, outcome, switchesAtAccesses: switchesAtAccesses).description
  }

  private func table(of written: WrittenRun) -> ThreadTable {
    let race = written.outcome.finding?.race.flatMap { $0.isOfMemory ? $0 : nil }
    let pair = race.map { written.pair(of: $0) } ?? offendingPair(written)
    return ThreadTable(written.recorder, pair: pair)
  }

  func replay(_ text: String) -> Exploration {
    let token: Token
    do throws(Token.Flaw) { token = try Token(reading: text) } catch {
      switch error {
      case .unlike:
        return unfit("“\(text)” is not a replay token. One looks like k3f9q7-12b3b20. Copy it from a report.")
      case .damaged:
        return unfit(
          "The token “\(text)” was cut off or changed: its characters do not match its check. Copy all of it, "
            + "from the word “replay:” to the end of the line.")
      }
    }
    guard token.scenario == Token.hash(of: scenario.name) else {
      return unfit(
        "The token “\(text)” belongs to another scenario than '\(scenario.name)'. Replay it with the scenario "
          + "whose report printed it.")
    }
    if token.switchesAtAccesses, !switchesAtAccesses { return replayAtAccesses(text) }
    // Only a livelock is that long, and it must end after as many steps as when it was found.
    if let decisions = token.decisions, decisions > settings.maxSteps / 10 {
      let plain = self.run(Replay([]))
      if plain.finding == nil { expectSteps(like: plain) }
    }
    var run = written(token.deviations)
    // The search may have known more of the places at which threads are paused.
    while run.hasDiverged || run.outcome.finding == nil, learnsTries() { run = written(token.deviations) }
    if run.outcome.finding == nil, let race = run.outcome.dataRace?.race {
      raceFindings = race.kin
      run = written(token.deviations)
    }
    if run.outcome.finding?.isAboutScenario == true {
      return exploration(1, .replayed, run.outcome.finding, nil, nil)
    }
    if run.hasDiverged {
      return unfit(
        "The program has changed since the token “\(text)” was printed: '\(scenario.name)' no longer reaches all "
          + "of its decisions. Explore it again.")
    }
    let isChanged = token.decisions.map { $0 != run.outcome.decisions } ?? false
    let remark =
      "the program has changed since the token was printed, so this may be another schedule; explore it again"
    return exploration(
      1, .replayed, run.finding, name(of: run), table(of: run),
      isChanged ? remark : nil)
  }

  /// Whether the schedule that was run, or the plain one, has tried locks that were not known to be tried.
  private func learnsTries() -> Bool {
    if notes.learnTries() { return true }
    _ = run(Replay([]))
    return notes.learnTries()
  }

  /// Replays a token whose schedule has switches at accesses that race: these are searched for first.
  private func replayAtAccesses(_ text: String) -> Exploration {
    let (found, schedules, verdict) = explore()
    guard let finding = found?.finding, finding.race != nil else {
      return report(found, schedules, verdict)
    }
    if let search = harm(of: finding)?.search { return search.directing { search.replay(text) } }
    let run = written(found?.deviations ?? [])
    let remark = "the data race no longer breaks a rule of the scenario in any order that was tried"
    return exploration(
      1, .replayed, run.locatedRace ?? finding, name(of: run), table(of: run), remark)
  }

  private func unfit(_ message: String) -> Exploration {
    exploration(0, .replayed, Finding(kind: .unfitToken, message: message), nil, nil)
  }

  private func exploration(
    _ schedules: Int, _ verdict: Verdict, _ finding: Finding?, _ token: String?,
    _ table: ThreadTable?, _ remark: String? = nil, harm: Finding? = nil
  ) -> Exploration {
    let isLimit = finding?.isLimitOfTool == true && verdict == .failed
    let verdict: Verdict =
      isLimit ? .notProven(.stopped) : verdict.isProof && notes.isBlind ? .notProven(.unseen) : verdict
    return Exploration(
      name: scenario.name, schedules: schedules, runs: runs, verdict: verdict, finding: finding,
      harm: harm, token: token, table: table, remark: remark, hasWeakAtomics: notes.hasWeakAtomics,
      unseen: notes.everythingUnseen, parkedThreads: parkedThreads)
  }
}
