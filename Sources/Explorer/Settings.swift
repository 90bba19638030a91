/// How far an exploration goes.
public struct Settings: Sendable {
  /// Which schedules are tried.
  public enum Search: Sendable, Equatable {
    /// All that stop a thread which could have gone on at most so many times; nil for all there are.
    case exhaustive(preemptions: Int?)
    /// As many as you say, chosen at random but the same ones for the same seed, for scenarios that are too large.
    ///
    /// Threads get random priorities, and the highest that can run does; at
    /// `changes` random steps the running one becomes the lowest.
    case random(seed: UInt64, schedules: Int, changes: Int = 2)
  }

  /// Which schedules are tried; by default all with at most two preemptions.
  public var search = Search.exhaustive(preemptions: 2)

  /// Whether schedules are left out that cannot end differently from one that was tried.
  public var skipsEquivalent = true

  /// How many surprises a schedule may have, beside its preemptions.
  ///
  /// A surprise is what happens earlier than it must: a time-out or the end of a sleep before other threads have
  /// moved, a wait that returns without a signal, a signal that wakes another thread than the one that has
  /// waited longest.
  public var surprises = 1

  /// Whether code behind the start of a thread, the return of a lock or a sleep may touch ordinary variables.
  ///
  /// The Explorer does not see those. Where it suspects them it tries more orders, and finds many a race in what
  /// it cannot see; nil means that it does so in a search with a bound, and trusts the scenario otherwise.
  public var suspectsOrdinaryVariables: Bool?

  var isSuspicious: Bool {
    suspectsOrdinaryVariables ?? (search != .exhaustive(preemptions: nil))
  }

  /// Whether two uses of a ``Shared`` that nothing orders are a finding, also where the outcome is right.
  ///
  /// It is told where nothing worse is found.
  public var findsDataRaces = true

  /// Whether a long search in depth is left now and then for schedules that are chosen otherwise.
  package var searchesBeside = true

  /// The exploration ends unfinished when it has tried so many schedules.
  public var maxSchedules = 1_000_000

  /// A schedule that takes more steps is a livelock.
  public var maxSteps = 20_000

  /// How many decisions in a row a thread may go on for before others get their turn unasked.
  public var patience = 200

  /// No more than about so many threads are left behind in deadlocks, which nothing can unwind.
  public var maxParkedThreads = 64

  /// When no thread has reached a point for so long, one of them waits in something that cannot be seen.
  ///
  /// Time in which a thread could go on and has no processor does not count.
  public var watchdog = Duration.seconds(3)

  /// By how many bytes the process may grow before a scenario is taken to keep memory from run to run.
  public var maxMemoryGrowth = 1 << 30

  /// The settings that suit most scenarios.
  public init() {}

  /// The settings that suit most scenarios, with another search.
  public init(_ search: Search) { self.search = search }
}
