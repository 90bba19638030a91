/// The limits of an exploration.
public struct Settings: Sendable {
  /// Which schedules are tried.
  public enum Search: Sendable, Equatable {
    /// All schedules with at most this many preemptions of a thread that could continue; nil for any number.
    case exhaustive(preemptions: Int?)
    /// A number of schedules, chosen at random but the same for the same seed,
    /// for scenarios that are too large.
    ///
    /// Threads get random priorities, and the thread with the highest that can
    /// run does; at `changes` random steps the running one gets the lowest.
    case random(seed: UInt64, schedules: Int, changes: Int = 2)
  }

  /// Which schedules are tried; by default all with at most two preemptions.
  public var search = Search.exhaustive(preemptions: 2)

  /// Whether to leave out schedules that cannot end differently from one that was tried.
  ///
  /// If it is false, the schedules within the bounds are tried and no others; otherwise a long search now and
  /// then tries some beyond them.
  public var skipsEquivalent = true

  /// How many surprises a schedule may have; one that pauses a thread that could continue is a preemption
  /// too.
  ///
  /// A surprise is an event earlier than it must be: a time-out or the end of a
  /// sleep before other threads have run, a wait that returns without a signal,
  /// a signal that wakes a thread other than the one that has waited longest.
  public var surprises = 1

  /// Whether code after the start of a thread, an unlock or a sleep may touch ordinary variables.
  ///
  /// The Explorer does not see those of most modules. Where it suspects them, it tries more
  /// orders, and so finds many races that it cannot see; nil means that it does
  /// so in a search with a bound, and trusts the scenario otherwise.
  public var suspectsOrdinaryVariables: Bool?

  var isSuspicious: Bool {
    suspectsOrdinaryVariables ?? (search != .exhaustive(preemptions: nil))
  }

  /// Whether two unordered uses of a ``Shared`` or of an ordinary variable are a finding, even if the outcome
  /// is right.
  ///
  /// The first race of ordinary variables ends the search, and is reported with the harm that it does, if an
  /// order that does some is found. One of a ``Shared`` is reported only if nothing worse is found.
  public var findsDataRaces = true

  /// Whether a long depth-first search is interrupted now and then by schedules that are chosen otherwise;
  /// nil if it is unless it tries equivalent schedules too.
  package var searchesBeside: Bool?

  /// After this many schedules with the same bound the exploration ends unfinished.
  public var maxSchedules = 1_000_000

  /// After this long the search ends unfinished, with the bound that it has completed; nil for never.
  ///
  /// A failure that was found by then is still made shorter and shown.
  public var time: Duration?

  /// A schedule that takes more steps is a livelock.
  ///
  /// So is one that takes more than a fifth of them and a hundred times as many as the schedule without any
  /// switch.
  public var maxSteps = 20_000

  /// For how many decisions in succession a thread may continue before a switch is forced.
  public var patience = 200

  /// About how many threads at most are left behind in deadlocks, which nothing can unwind.
  public var maxParkedThreads = 64

  /// If no thread has reached a point for this long, one of them is blocked in
  /// something that the Explorer cannot see.
  ///
  /// Time in which a thread could continue but has no processor does not count.
  public var watchdog = Duration.seconds(3)

  /// By how many bytes the process may grow before a scenario is taken to keep memory from run to run.
  public var maxMemoryGrowth = 1 << 30

  /// The settings that suit most scenarios.
  public init() {}

  /// The settings that suit most scenarios, with another search.
  public init(_ search: Search) { self.search = search }
}
