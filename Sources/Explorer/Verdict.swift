/// What an exploration may claim: never more than it has tried.
///
/// Only ``proven`` and ``bounded(_:)`` say that the scenario is right, the second within bounds that it
/// names.
public enum Verdict: Sendable, Equatable {
  /// Every order of the steps that the Explorer sees was tried, or an
  /// equivalent one that cannot end differently.
  case proven
  /// Every order within these bounds was tried.
  case bounded(Bounds)
  /// Nothing was found, but there are orders that were neither tried nor ruled out.
  case notProven(Gap)
  /// No two threads touched anything in common that the Explorer can see, so it
  /// cannot distinguish their orders.
  case sawNothing
  /// One schedule ran, given by its token, and nothing was found in it.
  case replayed
  /// Something was found.
  case failed

  /// How much the orders that were tried may deviate from the default one.
  public struct Bounds: Sendable, Equatable {
    /// How many times a thread that could continue is paused; nil for any number.
    public var preemptions: Int?
    /// How many waits, sleeps and time-outs end earlier than they must, and how
    /// many signals wake a later waiter; nil for any number.
    public var surprises: Int?

    /// Creates bounds on preemptions and surprises.
    public init(preemptions: Int? = nil, surprises: Int? = nil) {
      (self.preemptions, self.surprises) = (preemptions, surprises)
    }
  }

  /// Why a search that found nothing is not a proof.
  public enum Gap: Sendable, Equatable {
    /// It reached ``Settings/maxSchedules``.
    case limit
    /// It took longer than ``Settings/time``; every order within these bounds was tried by then, if there are
    /// any.
    case time(completed: Bounds?)
    /// A thread ran for so long that a switch was forced, and not all that it could do was tried.
    case patience
    /// The schedules were chosen at random, with this seed.
    case random(seed: UInt64)
    /// The threads used something of the platform that the Explorer does not direct; the report names it.
    case unseen
    /// The Explorer could not go on, which the ``Exploration/finding`` explains; the program may be right.
    case stopped
  }

  /// Whether it states that the scenario is right.
  public var isProof: Bool {
    switch self {
    case .proven, .bounded: true
    case .notProven, .sawNothing, .replayed, .failed: false
    }
  }
}

extension Verdict {
  /// What was tried, in words.
  ///
  /// - Parameter count: How many schedules, as "12 schedules".
  func words(_ count: String) -> String {
    switch self {
    case .proven: "\(count): all possible orders"
    case .bounded(let bounds): "\(count): all orders with \(bounds.words)"
    case .notProven(.limit): "\(count), then the limit was reached: nothing found so far, nothing proven"
    case .notProven(.time(let completed)):
      "\(count), then the time was over: nothing found so far, nothing proven\(completed.tried)"
    case .notProven(.patience):
      "\(count): nothing found, nothing proven. A thread ran for so long that a switch was forced: let it wait for "
        + "a lock or a signal instead of asking in a loop, or shorten it"
    case .notProven(.random(let seed)):
      "\(count), chosen at random with the seed \(seed): nothing found, nothing proven"
    case .notProven(.unseen):
      "\(count): nothing found, nothing proven: not all orders were tried, because the program uses what the "
        + "Explorer does not direct"
    case .notProven(.stopped): "\(count), then the Explorer could not go on: nothing proven"
    case .sawNothing:
      "\(count): no two threads touched anything in common that the Explorer can see. This proves nothing. Is "
        + "the module under test compiled with -sanitize=thread? Otherwise no variable of it is seen, but only the "
        + "platform's locks, queues and threads, on Linux, and the types of MiniOperations, ExplorerStandIns and "
        + "Explorer"
    case .replayed: "1 schedule, replayed"
    case .failed: "\(count) until it failed"
    }
  }
}

extension Verdict.Bounds? {
  /// What follows where a search ends early.
  var tried: String { map { "; all orders with \($0.words) were tried" } ?? "" }
}

extension Verdict.Bounds {
  var words: String {
    let parts = [(preemptions, "preemption"), (surprises, "surprise")].compactMap { number, noun in
      number.map { "at most \($0) \(noun)\($0 == 1 ? "" : "s")" }
    }
    return parts.joined(separator: " and ")
  }
}
