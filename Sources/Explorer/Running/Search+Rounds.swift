// The depth-first search, in rounds of one preemption more, and what is tried in between.

extension Search {
  /// After this many schedules of a round, others are tried in between.
  private static let slice = 300

  /// Tries all schedules within the bound, in rounds: the first failure has few preemptions.
  ///
  /// A long round is interrupted now and then by some schedules that are chosen
  /// quite differently, with random priorities and with delays: what the round
  /// would reach last may be among them.
  func exploreAll(_ bound: Int?, length: Int) -> (Outcome?, Int, Verdict) {
    var rounds = (0...(bound ?? 2)).map(Optional.some)
    if bound == nil { rounds.append(nil) }
    let side = SideSearch(self, length: length)
    var bounds = Verdict.Bounds()
    var isForced = false
    var schedules = 0
    search: for round in rounds {
      let chooser: DepthFirst
      repeats: while true {
        // Before the search without a bound the bounded rounds only look for the obvious.
        switch exploreRound(round, isForTheObvious: bound == nil && round != nil, side) {
        case .ended(let outcome, let schedules, let verdict): return (outcome, schedules, verdict)
        case .learned: continue repeats
        case .leftEarly: continue search
        case .complete(let complete, let count):
          (chooser, schedules) = (complete, count)
          break repeats
        }
      }
      bounds = Verdict.Bounds(
        preemptions: chooser.wasBounded ? round : nil,
        surprises: chooser.wasSurpriseBounded || lackedSurprises
          ? min(round ?? .max, settings.surprises) : nil)
      if bounds != Verdict.Bounds() { completed = bounds }
      let isLast = !chooser.wasSurpriseBounded || (round ?? .max) >= settings.surprises
      isForced = chooser.wasForced
      if !chooser.wasBounded, !isForced, isLast { break }
    }
    guard notes.sawAnything else { return (nil, schedules, .sawNothing) }
    if isForced { return (nil, schedules, .notProven(.patience)) }
    return (nil, schedules, bounds == Verdict.Bounds() ? .proven : .bounded(bounds))
  }

  /// How a round ends.
  private enum RoundEnd {
    /// The whole search ends with it.
    case ended(Outcome?, schedules: Int, Verdict)
    /// A resource turned out to be shared: the round begins again with that knowledge.
    case learned
    /// The first schedules showed nothing, and no others are wanted.
    case leftEarly
    /// Each schedule of the round was tried.
    case complete(DepthFirst, schedules: Int)
  }

  private func exploreRound(_ round: Int?, isForTheObvious: Bool, _ side: SideSearch) -> RoundEnd {
    notes.learnTries()
    let notesBefore = notes.count
    var (schedules, limit) = (0, Search.slice)
    let chooser = DepthFirst(
      bound: round, surprises: min(round ?? .max, settings.surprises),
      skipsEquivalent: settings.skipsEquivalent, isExact: !isForTheObvious
    ) { [self] outcome in
      schedules += 1
      if isOver(after: outcome) || notes.count != notesBefore { return .stop }
      if schedules >= settings.maxSchedules { return .stop }
      return schedules % limit == 0 ? .pause : .goOn
    }
    while true {
      var outcome = run(chooser)
      if chooser.hasDiverged { outcome.finding = .nondeterminism }
      if isOver(after: outcome) {
        return .ended(outcome.finding == nil ? nil : outcome, schedules: max(schedules, 1), .failed)
      }
      if notes.count != notesBefore { return .learned }
      if chooser.isDone { return .complete(chooser, schedules: schedules) }
      if isLate { return .ended(nil, schedules: schedules, .notProven(.time(completed: completed))) }
      if schedules >= settings.maxSchedules {
        return .ended(nil, schedules: schedules, .notProven(.limit))
      }
      if isForTheObvious { return .leftEarly }
      // They may exceed the bound, and a search that leaves out nothing is the measure of what the bound
      // allows.
      if settings.searchesBeside ?? settings.skipsEquivalent, let last = side.run() {
        return .ended(last.finding == nil ? nil : last, schedules: schedules + side.schedules, .failed)
      }
      if notes.count != notesBefore { return .learned }
      limit = min(limit * 2, 1 << 20)
    }
  }
}

/// Schedules with random priorities and with delays, some at a time.
private final class SideSearch {
  private unowned let search: Search
  private let length: Int
  private var random: [RandomPriorities] = []
  private var delays: Delays?
  private(set) var schedules = 0

  /// How many schedules each chooser runs before the next one does.
  private static let batch = 100
  private static let most = 6_000

  init(_ search: Search, length: Int) {
    self.search = search
    self.length = length
  }

  /// Tries some of them; returns the one after which the search is over.
  func run() -> Outcome? {
    guard schedules < SideSearch.most else { return nil }
    let goesOn: (Outcome) -> Bool = { [unowned self] outcome in
      schedules += 1
      return !search.isOver(after: outcome) && !schedules.isMultiple(of: SideSearch.batch)
    }
    if delays == nil {
      delays = Delays(length: length, mayGoOn: goesOn)
      random = (1...3).map {
        RandomPriorities(seed: UInt64($0), changes: $0, length: length, mayGoOn: goesOn)
      }
    }
    let outcome = search.run([delays!, random[0], delays!, random[1], delays!, random[2]])
    // After a race the other choosers have run one schedule each, and the last one may have none.
    let isOver = search.isOver(after: outcome) || search.race.map(search.isOver) == true
    return isOver ? outcome : nil
  }
}
