import Terminal
import Threading

/// One exploration: which choosers run one after the other, and with what result.
final class Search {
  let scenario: Scenario
  let settings: Settings
  /// What is known about the scenario's resources; another search of the same scenario may start from it.
  let notes: SharingNotes
  private let token: TokenBuffer
  private var engine: Engine?
  private let progressLine: ProgressLine
  private var memory: MemoryWatch
  let interruption: Interruption
  /// The bounds within which every order was tried so far.
  var completed: Verdict.Bounds?
  /// What is printed when Ctrl-C or SIGTERM ends the process.
  var farewell: () -> String = { "" }
  /// The failure that is being shown or made shorter, for the farewell.
  var failing: Outcome?

  /// When the search ends unfinished.
  private let end: ContinuousClock.Instant?
  var isLate: Bool { end.map { ContinuousClock.now >= $0 } ?? false }

  /// Whether a trap is being reported.
  private var hasTrapped = false
  /// The data race whose harm is looked for.
  private let raceBefore: Finding?

  /// Schedules that were run, also those that were run again.
  var runs = 0
  /// The same, with those of the search in progress.
  private var schedulesNow = 0
  var parkedThreads = 0
  /// The data races that are findings like the others: none until nothing worse was found.
  var raceFindings = RaceFindings.none
  /// The first schedule with a data race, and with one of an ordinary variable if there is any.
  private(set) var race: Outcome?
  /// The accesses to ordinary memory that race, as return addresses.
  var racingPlaces: [UInt]
  /// The accesses that are places to switch threads, so that the harm of a race can be found.
  private let switchPlaces: [UInt]

  var switchesAtAccesses: Bool { !switchPlaces.isEmpty }
  /// Whether the plain schedule, which is tried first, went well.
  private(set) var hasPassedAtFirst = false
  /// A schedule that takes more steps is a livelock.
  private var maxSteps: Int
  /// Whether a schedule could have had more surprises than it may.
  private(set) var lackedSurprises = false

  init(
    _ scenario: Scenario, _ settings: Settings, notes: SharingNotes = SharingNotes(),
    showsProgress: Bool = true, interruption: Interruption = Interruption(),
    switchingAt places: [UInt] = [], after race: Finding? = nil
  ) {
    self.scenario = scenario
    self.notes = notes
    self.settings = settings
    end = settings.time.map { ContinuousClock.now + $0 }
    maxSteps = settings.maxSteps
    progressLine = ProgressLine(isOn: showsProgress, withoutTerminalEvery: .seconds(10))
    (racingPlaces, switchPlaces, raceBefore) = (places, places, race)
    token = TokenBuffer(
      scenario, switchesAtAccesses: !places.isEmpty, cause: race.map { "\n\($0.message) It does harm:" })
    memory = MemoryWatch(limit: settings.maxMemoryGrowth)
    self.interruption = interruption
    farewell = { [unowned self] in interruptedSummary }
  }

  /// Lets `body` run schedules, and ends all threads afterwards.
  func directing<Result>(_ body: () -> Result) -> Result {
    Direction.begin()
    CrashReporter.add(token)
    interruption.begin()
    defer {
      interruption.end()
      CrashReporter.remove(token)
      engine?.dismissLanes()
      engine = nil
      Direction.end()
    }
    return body()
  }

  /// Runs one chooser to its end; returns the outcome of the last schedule.
  func run(_ chooser: Chooser, _ recorder: Recorder? = nil) -> Outcome { run([chooser], recorder) }

  /// Runs choosers to their ends, until one has found something; returns the outcome of the last schedule.
  func run(_ choosers: [Chooser], _ recorder: Recorder? = nil) -> Outcome {
    let engine = engine ?? Engine(scenario, settings, notes, token)
    self.engine = engine
    let before = engine.control.schedules.load(ordering: .relaxed)
    leaveIfInterrupted()
    engine.raceFindings = raceFindings
    engine.maxSteps = maxSteps
    engine.switchesAtAccesses = switchesAtAccesses
    engine.memory.watch(switchesAtAccesses ? switchPlaces : recorder != nil ? racingPlaces : [])
    let ending = engine.run(choosers, recorder) { [self] count in
      schedulesNow = runs + count - before
      leaveIfInterrupted()
      let isOver = memory.hasGrown(after: schedulesNow) || isLate && failing == nil
      if isOver { engine.control.isToldToEnd.store(true, ordering: .relaxed) }
      progressLine.show("\(scenario.name): \(schedulesNow) schedules ")
    }
    runs += engine.control.schedules.load(ordering: .relaxed) - before
    schedulesNow = runs
    lackedSurprises = lackedSurprises || engine.surprises.wereLacking
    if let found = engine.firstRace, found.isBetterRace(than: race) { race = found }
    noteRacingPlaces(of: engine)
    if engine.memory.sharesLocks {
      notes.sharesLocks = true
    }
    if ending == .trapped { noteTrap(of: engine) }
    guard ending != .chooserHadEnough else { return outcome(of: engine) }
    // Its threads stay where they are forever. What follows needs others.
    runs += 1
    parkedThreads += engine.control.parkedThreads
    self.engine = nil
    var outcome = engine.outcome
    if ending == .stuck {
      outcome.finding = Finding(kind: .unseenBlock, message: engine.unseenBlockMessage)
      // A thread that returns after all must still find its director.
      Direction.begin()
    }
    engine.dismissLanes()
    return outcome
  }

  /// A thread waits in the handler of a trap: the schedule runs again, up to its trap, and is reported.
  private func noteTrap(of engine: Engine) {
    guard !hasTrapped else { return }
    hasTrapped = true
    self.engine = nil
    progressLine.clear()
    reportTrap(
      of: engine.threads[engine.current].name, at: CrashReporter.trap(of: engine), engine.outcome,
      after: raceBefore)
  }

  private func noteRacingPlaces(of engine: Engine) {
    let places = (race?.dataRace?.race?.places ?? []) + engine.memory.racingPlaces
    for place in places where !racingPlaces.contains(place) { racingPlaces.append(place) }
  }

  /// Ends the process with the summary after Ctrl-C or SIGTERM.
  private func leaveIfInterrupted() {
    guard interruption.isRequested else { return }
    progressLine.clear()
    interruption.leave(saying: farewell())
  }

  private var interruptedSummary: String {
    let count = schedulesNow == 1 ? "1 schedule" : "\(schedulesNow) schedules"
    guard let failing, let finding = failing.finding else {
      return
        "? \(scenario.name): \(count), then \(interruption.word): nothing found so far, nothing "
        + "proven\(completed.tried)"
    }
    return """
      ✘ \(scenario.name): \(count), then \(interruption.word), before the failure was made shorter
      \(finding.message)

      replay: \(name(of: failing))
      """
  }

  /// The last outcome, and what uncontrolled threads did in the meantime.
  private func outcome(of engine: Engine) -> Outcome {
    var outcome = engine.outcome
    if let touch = Strangers.all.touch(of: engine.number), outcome.finding == nil {
      outcome.finding = Finding(
        kind: .stranger,
        message:
          "A thread that the Explorer does not control interfered: \(touch). It comes from a task, a "
          + "dispatch queue or a thread that the scenario starts itself, and its order is left to chance. Use "
          + "stage.thread, or the types of the framework.")
    }
    if let grown = memory.finding { outcome.finding = grown }
    return outcome
  }

  // MARK: Searching

  func explore() -> (found: Outcome?, schedules: Int, verdict: Verdict) {
    defer { progressLine.clear() }
    var first = run(Replay([]))
    if first.finding == nil, notes.learnTries() { first = run(Replay([])) }
    if first.finding != nil { return (first, 1, .failed) }
    expectSteps(like: first)
    let second = run(Replay([]))
    if second.finding != nil || second.signature != first.signature {
      // The second run knows what the first has learned, and may search where that did not.
      let third = run(Replay([]))
      if third.finding != nil, third.finding == second.finding { return (third, 1, .failed) }
      var outcome = second
      outcome.finding = .nondeterminism
      return (outcome, 1, .failed)
    }
    hasPassedAtFirst = true
    let result = isOver(after: second) ? (nil, 1, .failed) : exploreFurther(first)
    if result.found != nil { return result }
    if var race {
      race.finding = race.dataRace
      raceFindings = race.finding?.race?.kin ?? .all
      return (race, result.schedules, .failed)
    }
    let plain = written([])
    guard plain.outcome.finding == nil, let difference = contradiction(to: plain) else { return result }
    var outcome = plain.outcome
    outcome.finding = .nondeterminism(seenIn: difference, schedule: name(of: plain), hasFailed: false)
    return (outcome, result.schedules, .failed)
  }

  /// Whether nothing is to be tried after this schedule: it has a finding, or ordinary variables have raced.
  ///
  /// Such a race is a finding, and its harm is searched for where the accesses are places to switch threads.
  func isOver(after outcome: Outcome) -> Bool {
    outcome.finding != nil || outcome.hasRacedInMemory && !switchesAtAccesses
  }

  /// Lets a schedule that repeats its steps end sooner: the threads do about as much in each order, unless
  /// they wait for one another by trying again and again.
  func expectSteps(like plain: Outcome) {
    maxSteps = min(settings.maxSteps, max(settings.maxSteps / 5, 100 * plain.steps))
  }

  private func exploreFurther(_ first: Outcome) -> (found: Outcome?, schedules: Int, verdict: Verdict) {
    switch settings.search {
    case .exhaustive(let bound): return exploreAll(bound, length: first.decisions)
    case .random(let seed, let count, let changes):
      return exploreSome(seed, count, changes, length: first.decisions)
    }
  }

  func exploreSome(
    _ seed: UInt64, _ count: Int, _ changes: Int, length: Int
  ) -> (Outcome?, Int, Verdict) {
    var schedules = 0
    let chooser = RandomPriorities(seed: seed, changes: changes, length: length) { [self] outcome in
      schedules += 1
      return !isOver(after: outcome) && schedules < min(count, settings.maxSchedules)
    }
    let last = run(chooser)
    if last.finding != nil { return (last, max(schedules, 1), .failed) }
    if isLate { return (nil, schedules, .notProven(.time(completed: nil))) }
    return (nil, schedules, notes.sawAnything ? .notProven(.random(seed: seed)) : .sawNothing)
  }
}

extension Finding {
  static let nondeterminism = Finding(
    kind: .nondeterminism,
    message: "The scenario is not deterministic: the same schedule took another course when it ran again. "
      + "It must not read a real clock or a random number, keep anything from one run to the next, or "
      + "depend on threads that the Explorer does not control.")
}
