import MiniOperations

/// One exploration: which choosers run one after the other, and what comes of them.
final class Search {
  let scenario: Scenario
  let settings: Settings
  /// What is known of the scenario's resources; another search of the same scenario may go on from it.
  let notes: SharingNotes
  private let token: TokenBuffer
  private var engine: Engine?
  private var progressLine: ProgressLine
  private var memory: MemoryWatch
  private let interruption: Interruption
  /// What is said when Ctrl-C ends the process.
  var farewell: () -> String = { "" }
  /// The failure that is being shown or made shorter, for the farewell.
  var failing: Outcome?

  /// Schedules that were run, also those that were run again.
  private(set) var runs = 0
  /// The same, with those of the search that is under way.
  private var schedulesNow = 0
  private(set) var parkedThreads = 0
  private(set) var handOvers = 0

  init(
    _ scenario: Scenario, _ settings: Settings, notes: SharingNotes = SharingNotes(),
    showsProgress: Bool = true, interruption: Interruption = Interruption()
  ) {
    self.scenario = scenario
    self.notes = notes
    self.settings = settings
    progressLine = ProgressLine(isWanted: showsProgress)
    token = TokenBuffer(scenario)
    memory = MemoryWatch(limit: settings.maxMemoryGrowth)
    self.interruption = interruption
    farewell = { [unowned self] in interruptedSummary }
  }

  /// Lets `body` run schedules, and lets go of all threads afterwards.
  func directing<Result>(_ body: () -> Result) -> Result {
    Direction.begin()
    LastWords.add(token)
    interruption.begin()
    defer {
      interruption.end()
      LastWords.remove(token)
      engine?.dismissLanes()
      Direction.end()
    }
    return body()
  }

  /// Runs one chooser to its end; gives the last schedule's outcome.
  func run(_ chooser: any Chooser, _ recorder: Recorder? = nil) -> Outcome {
    let engine = engine ?? Engine(scenario, settings, notes, token)
    self.engine = engine
    let before = engine.control.schedules.load(ordering: .relaxed)
    leaveIfInterrupted()
    let ending = engine.run(chooser, recorder) { [self] count in
      schedulesNow = runs + count - before
      leaveIfInterrupted()
      if memory.hasGrown(after: schedulesNow) { engine.control.isToldToEnd.store(true, ordering: .relaxed) }
      progressLine.show(scenario.name, schedulesNow)
    }
    runs += engine.control.schedules.load(ordering: .relaxed) - before
    handOvers += engine.handOvers
    engine.handOvers = 0
    schedulesNow = runs
    guard ending != .chooserHadEnough else {
      var outcome = engine.outcome
      if engine.control.isToldToEnd.load(ordering: .relaxed) { outcome.finding = memory.finding }
      return outcome
    }
    // Its threads stand where they are, for ever. What follows needs others.
    runs += 1
    parkedThreads += engine.control.parkedThreads
    self.engine = nil
    var outcome = engine.outcome
    if ending == .stuck {
      outcome.finding = Finding(kind: .unseenBlock, message: engine.unseenBlockMessage)
      // A thread that comes back after all must still find that it is directed.
      Direction.begin()
    }
    engine.dismissLanes()
    return outcome
  }

  /// Ends the process with the summary after Ctrl-C.
  private func leaveIfInterrupted() {
    guard interruption.isRequested else { return }
    progressLine.clear()
    interruption.leave(saying: farewell())
  }

  private var interruptedSummary: String {
    let count = schedulesNow == 1 ? "1 schedule" : "\(schedulesNow) schedules"
    guard let failing, let finding = failing.finding else {
      return "? \(scenario.name): \(count), then Ctrl-C: nothing found so far, nothing proven"
    }
    return """
      ✘ \(scenario.name): \(count), then Ctrl-C, before the failure was made shorter
      \(finding.message)

      replay: \(Token(scenario, failing).description)
      """
  }

  // MARK: Searching

  func explore() -> (found: Outcome?, schedules: Int, verdict: Verdict) {
    defer { progressLine.clear() }
    let first = run(Replay([]))
    if first.finding != nil { return (first, 1, .failed) }
    let second = run(Replay([]))
    if second.finding != nil || second.signature != first.signature {
      // The second run knows what the first has learned, and may look where that did not.
      let third = run(Replay([]))
      if third.finding != nil, third.finding == second.finding { return (third, 1, .failed) }
      var outcome = second
      outcome.finding = .nondeterminism
      return (outcome, 1, .failed)
    }
    switch settings.search {
    case .exhaustive(let bound): return exploreAll(bound)
    case .random(let seed, let count, let changes):
      return exploreSome(seed, count, changes, length: first.decisions)
    }
  }

  private func exploreAll(_ bound: Int?) -> (Outcome?, Int, Verdict) {
    var rounds = (0...(bound ?? 2)).map(Optional.some)
    if bound == nil { rounds.append(nil) }
    var schedules = 0
    var last: DepthFirst?
    for round in rounds {
      var notesBefore: Int
      var chooser: DepthFirst
      repeat {
        notesBefore = notes.count
        schedules = 0
        chooser = DepthFirst(bound: round, skipsEquivalent: settings.skipsEquivalent) { [self] outcome in
          schedules += 1
          return outcome.finding == nil && notes.count == notesBefore && schedules < settings.maxSchedules
        }
        var outcome = run(chooser)
        if chooser.isAstray { outcome.finding = .nondeterminism }
        if outcome.finding != nil { return (outcome, max(schedules, 1), .failed) }
        if schedules >= settings.maxSchedules { return (nil, schedules, .notProven(.limit)) }
      } while notes.count != notesBefore
      if !chooser.wasBounded { return (nil, schedules, verdict(.proven, chooser)) }
      last = chooser
    }
    return (nil, schedules, verdict(.bounded(Verdict.Bounds(preemptions: bound)), last))
  }

  /// The verdict of a search that came to its end, or less where something keeps it from being true.
  private func verdict(_ verdict: Verdict, _ chooser: DepthFirst?) -> Verdict {
    if chooser?.wasForced == true { return .notProven(.patience) }
    return notes.sawAnything ? verdict : .sawNothing
  }

  private func exploreSome(
    _ seed: UInt64, _ count: Int, _ changes: Int, length: Int
  ) -> (Outcome?, Int, Verdict) {
    var schedules = 0
    let chooser = RandomPriorities(seed: seed, changes: changes, length: length) { outcome in
      schedules += 1
      return outcome.finding == nil && schedules < count
    }
    let last = run(chooser)
    if last.finding != nil { return (last, max(schedules, 1), .failed) }
    return (nil, schedules, notes.sawAnything ? .notProven(.random(seed: seed)) : .sawNothing)
  }
}

extension Finding {
  static let nondeterminism = Finding(
    kind: .nondeterminism,
    message: "The scenario is not deterministic: the same schedule took another course when it ran again. "
      + "It must not read a real clock or a random number, keep anything from one run to the next, or "
      + "depend on threads that the Explorer does not direct.")
}
