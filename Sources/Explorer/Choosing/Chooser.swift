/// Decides, wherever several threads could continue, which of them does.
///
/// The engine knows how to run one schedule; a chooser knows which. Searching
/// depth first, searching at random, replaying and playing differ in nothing
/// else. This one makes every default choice, once.
class Chooser {
  /// Whether it is notified of each ended step.
  var followsSteps: Bool { false }

  /// A schedule begins.
  func scheduleBegins(on engine: Engine) {}

  /// Returns the thread that continues, one of `decision.candidates`.
  func choose(_ decision: Decision) -> Int { decision.standard }

  /// A thread has ended a step, and is before its next one; called if the chooser ``followsSteps``.
  func stepEnded(_ step: EndedStep) {}

  /// A schedule has ended; true if another one is to be run.
  func scheduleEnded(_ outcome: Outcome) -> Bool { false }
}

/// What a search asks about the running schedule, besides its decisions and steps: an engine, or a model in a
/// test.
protocol RunningSchedule: AnyObject {
  /// The locks that were held from one step to a later one.
  var holds: [Hold] { get }
  /// Whether no two resources share a bit.
  var tellsResourcesApart: Bool { get }
  /// What the early end of a thread's wait or sleep would touch.
  func footprintOfSurprise(_ thread: Int) -> Footprint
}

/// A moment in which several threads could continue.
struct Decision {
  /// How many there have been in this schedule, this one included.
  let number: Int
  /// The thread that ran last, and whether it could continue.
  let last: Int
  let canLastGoOn: Bool
  /// The thread that continues by default: the last one, as long as it can.
  let standard: Int
  /// The threads that can continue, a bit for each.
  let able: UInt64
  /// The threads whose wait or sleep may end now although it need not: each costs a surprise.
  var early: UInt64 = 0
  /// Whether it decides which of the waiting threads a signal wakes, and not which thread continues.
  var isPick = false
  /// Whether the last thread has run for so long that a switch is forced.
  var isForced: Bool { canLastGoOn && standard != last }
  /// Whether the last thread is about to touch only what no other thread uses.
  let isPrivate: Bool
  /// Sums up everything that has happened so far.
  let signature: UInt64

  /// All that can be chosen, the default first: a choice is stored as a place in this list.
  var candidates: [Int] { [standard] + threads(in: (able | early) & ~(1 << UInt64(standard))) }

  /// How many preemptions the choice costs: for pausing a thread that could continue, also where another
  /// wakes early, or for keeping one past a forced switch.
  func cost(of choice: Int) -> Int {
    guard canLastGoOn else { return 0 }
    return (choice == last) == isForced ? 1 : 0
  }

  /// Whether it is the same moment of two schedules that have gone the same way so far.
  func isLike(_ other: Decision) -> Bool {
    signature == other.signature && able == other.able && early == other.early && number == other.number
  }

  /// Whether the choice lets something happen earlier than it must.
  func isSurprise(_ choice: Int) -> Bool { early >> UInt64(choice) & 1 == 1 }

  /// Whether the choice lets the running thread continue, where pausing it would have been a preemption.
  func isGoingOn(_ choice: Int) -> Bool { canLastGoOn && standard == last && choice == last }
}

/// The numbers of the bits that are set, the lowest first.
func threads(in set: UInt64) -> ThreadNumbers { ThreadNumbers(left: set) }

/// Counts through a set of threads; an array of them would have to be allocated at each point.
struct ThreadNumbers: Sequence, IteratorProtocol {
  fileprivate var left: UInt64

  mutating func next() -> Int? {
    guard left != 0 else { return nil }
    defer { left &= left - 1 }
    return left.trailingZeroBitCount
  }
}

/// What a thread did between two points.
struct EndedStep {
  let thread: Int
  let footprint: Footprint
  /// Whether the thread could continue at once.
  let canGoOn: Bool
  /// What it waits for if it cannot, as a bit; zero if it has ended or sleeps.
  let obstacle: UInt64
  /// The step that let the thread continue after it could not.
  let enabler: Int?
  /// How many steps had ended when the passing of time let it continue.
  let wokenAt: Int?
  /// Whether it began because a wait or a sleep ended earlier than it must.
  let isSurprise: Bool
  /// The lock that had to be free when it began.
  let took: Int?
  /// Whether it could have had to wait, for anything else than a lock, before it began.
  let hasAwaited: Bool
}

/// A choice that was not the default.
struct Deviation: Equatable, Sendable {
  /// The decision's number.
  let decision: Int
  /// The place of the chosen thread among the decision's candidates, from 1.
  let choice: Int
}

/// The outcome of one schedule.
struct Outcome {
  var finding: Finding?
  /// A data race, which is only reported if nothing worse is found.
  var dataRace: Finding?
  var deviations: [Deviation]
  var decisions: Int
  var steps: Int
  var preemptions: Int
  var switches: Int
  var signature: UInt64

  /// Whether two accesses to an ordinary variable have raced.
  var hasRacedInMemory: Bool { dataRace?.race?.isOfMemory == true }

  /// Whether its race is the one to report: that of an ordinary variable has an order which does harm, and
  /// ends the search.
  func isBetterRace(than other: Outcome?) -> Bool {
    guard dataRace != nil else { return false }
    return other == nil || hasRacedInMemory && !other!.hasRacedInMemory
  }
}
