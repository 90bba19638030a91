import Explorer
import Foundation
import MiniOperations
import Synchronization
import Testing

/// One run of a few threads that may interfere with each other.
///
/// The Explorer runs the same scene in every order, and real threads run it as they come.
public final class Scene: Sendable {
  enum Kind: Sendable {
    case explored(Stage)
    case real(RealRun)
  }

  let kind: Kind

  init(_ kind: Kind) { self.kind = kind }

  /// Declares a thread, which begins when the set-up is over.
  public func thread(_ name: String, _ body: @escaping @Sendable () -> Void) {
    switch kind {
    case .explored(let stage): stage.thread(name, body)
    case .real(let run): run.thread(body)
    }
  }

  /// Declares a task, which begins when the set-up is over; where it may be, it is cancelled at any time.
  public func task(_ name: String, mayBeCancelled: Bool = false, _ body: @escaping @Sendable () async -> Void)
  {
    switch kind {
    case .explored(let stage): stage.task(name, mayBeCancelled: mayBeCancelled, body)
    case .real(let run): run.task(mayBeCancelled: mayBeCancelled, body)
    }
  }

  /// Declares what is checked when all threads have ended.
  public func finally(_ check: @escaping @Sendable () -> Void) {
    switch kind {
    case .explored(let stage): stage.finally(check)
    case .real(let run): run.finally(check)
    }
  }

  /// Says that something must hold here.
  ///
  /// The claim is what must hold and, in brackets, what came instead.
  public func expect(_ condition: Bool, _ claim: @autoclosure () -> String) {
    switch kind {
    case .explored(let stage): stage.expect(condition, claim())
    case .real(let run): if !condition { run.fail(claim()) }
    }
  }

  /// Starts a thread at once, for an exercise that is handed a way of starting some.
  public func start(_ name: String, _ body: @escaping @Sendable () -> Void) {
    switch kind {
    case .explored: Threads.start(named: name, body)
    case .real(let run): run.start(body)
    }
  }

  /// A place where another thread may come between, for closures that a test hands to an exercise.
  public func point(_ label: @autoclosure () -> String) {
    switch kind {
    case .explored: reachPoint(label())
    case .real(let run): run.letAnotherGoFirst()
    }
  }
}

/// A point of the Explorer's, under a name that a method does not hide.
private func reachPoint(_ label: @autoclosure () -> String) { point(label()) }

/// Plays a scene in every order in which its threads can take turns, and fails with the one that goes wrong.
///
/// The Explorer sees the framework's locks, and the platform's through the file that is given with each exercise.
/// An answer may also use a lock that it does not see, one of the C library for instance: then a thread blocks
/// unseen, or there is no place to switch at. That is not a mistake, so real threads run the scene many times
/// instead. At each point of the scene they let each other go first or not, as a seed decides; the requirement does
/// not count as explored, and the test says so.
///
/// - Parameters:
///   - cause: What a learner is most likely to have done when the scene fails, as a question.
///   - seed: Decides how real threads let each other go first.
///   - realRuns: How often they play the scene.
/// - Returns: Whether nothing was found.
@discardableResult
public func everyOrder(
  _ name: String, cause: String, settings: Settings = Settings(), seed: UInt64 = freshSeed(),
  realRuns: Int = 150, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: @escaping @Sendable (Scene) -> Void
) -> Bool {
  var settings = settings
  // Each test of a class whose locks are not seen waits this long before real threads decide.
  settings.watchdog = min(settings.watchdog, .milliseconds(300))
  let scenario = Scenario(name) { stage in body(Scene(.explored(stage))) }
  // Where the locks of a class were not seen once they need not be looked for again.
  let exploration =
    lockIsUnseen.withLock { $0 } ? nil : replay(scenario, settings) ?? Explorer.explore(scenario, settings)
  let report: String
  if exploration?.isBlind != false {
    if exploration != nil { warnOfUnseenLock(sourceLocation) }
    guard let failure = RealRun.firstFailure(seed: seed, runs: realRuns, body) else { return true }
    report = """
      ✘ \(name), run \(failure.run) on real threads
      Rule broken: \(failure.claim)

      likely cause: \(cause)
      There is no table of this run, because the Explorer sees nothing that the threads have in common. With a
      lock of Foundation, Synchronization, Dispatch or MiniOperations it shows one. (seed \(seed))
      """
  } else if let exploration, exploration.finding != nil {
    // If no thread needs to be overtaken, the table shows something simpler.
    let isPlain =
      exploration.schedules == 1 && exploration.verdict == .failed
      && exploration.finding?.kind == .failedCheck
    report = """
      \(exploration)

      likely cause: \(isPlain ? "what a simpler requirement asks for does not hold yet" : cause)
      To run this order again, put REPLAY=\(exploration.token ?? "") SEED=\(seed) before the command.
      """
  } else {
    return true
  }
  Issue.record(
    "expected the claim to hold in every order of the threads, got one in which it does not\n\(report)",
    sourceLocation: sourceLocation)
  return false
}

/// Says, once in each process, that the scenes of it are played by real threads.
private func warnOfUnseenLock(_ sourceLocation: SourceLocation) {
  lockIsUnseen.withLock { $0 = true }
  #if compiler(>=6.3)
    Issue.record(
      """
      this requirement was not explored: the Explorer sees nothing that the threads have in common, so real \
      threads try it many times. That is not a mistake; but only with a lock of Foundation, Synchronization, \
      Dispatch or MiniOperations is every order tried
      """, severity: .warning, sourceLocation: sourceLocation)
  #endif
}

/// Whether the process has met a lock that the Explorer cannot see.
private let lockIsUnseen = Mutex(false)

/// A number that is new in each run, unless `SEED` gives it: then everything that depends on it is the same.
public func freshSeed() -> UInt64 { Dice().seed }

/// The order that `REPLAY` names, if it is one of this scenario.
private func replay(_ scenario: Scenario, _ settings: Settings) -> Exploration? {
  guard let token = ProcessInfo.processInfo.environment["REPLAY"] else { return nil }
  let exploration = Explorer.replay(token, scenario, settings)
  return exploration.finding?.kind == .unfitToken ? nil : exploration
}

extension Exploration {
  /// Whether the Explorer could not see or control all that decides how the scenario runs.
  fileprivate var isBlind: Bool {
    switch finding?.kind {
    case nil: verdict == .sawNothing || schedules == 1 && verdict != .replayed
    case .unseenBlock, .nondeterminism, .stranger: true
    default: false
    }
  }
}
