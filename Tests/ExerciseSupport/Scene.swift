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

/// Plays a scene in every order in which its threads can take turns; one that goes wrong fails the
/// requirement.
///
/// The Explorer sees the framework's locks, and the platform's through the file that is given with each
/// exercise. An answer may also use a lock that it does not see, one of the C library for instance: then a
/// thread blocks unseen, or there is no place to switch at. That is not a mistake, so real threads run the
/// scene many times instead. At each point of the scene they let each other go first or not, as a seed
/// decides; the requirement does not count as explored, and the test says so.
///
/// - Parameters:
///   - cause: What a learner is most likely to have done when the scene fails, as a question.
///   - seed: Decides how real threads let each other go first.
///   - realRuns: How often they play the scene.
public func everyOrder(
  _ name: String, cause: String, settings: Settings = Settings(), seed: UInt64 = freshSeed(),
  realRuns: Int = 150, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: @escaping @Sendable (Scene) -> Void
) {
  var settings = settings
  // Each test of a class whose locks are not seen waits this long before real threads decide.
  settings.watchdog = min(settings.watchdog, .milliseconds(300))
  // No solution has more than 1024 schedules. With an actor, or with tasks that the answer starts, there can
  // be millions; then these are a part of them, and some of the part are chosen at random.
  settings.maxSchedules = min(settings.maxSchedules, 5_000)
  let scenario = Scenario(name) { stage in body(Scene(.explored(stage))) }
  // What was in the Explorer's way once need not be looked for again.
  let known = obstacleOfProcess.withLock { $0 }
  let exploration =
    known == nil
    ? Deadline.exploring { replay(scenario, settings) ?? Explorer.explore(scenario, settings) } : nil
  let report: String
  if let obstacle = known ?? exploration?.obstacle {
    if known == nil { warn(of: obstacle, sourceLocation) }
    guard let failure = RealRun.firstFailure(seed: seed, runs: realRuns, body) else { return }
    report = """
      ✘ \(name), run \(failure.run) on real threads
      Rule broken: \(failure.claim)

      likely cause: \(cause)
      There is no table of this run, because \(obstacle.reason).
      \(obstacle.remedy) (seed \(seed))
      """
  } else if let exploration, exploration.finding != nil {
    // If no thread needs to be overtaken, the cause is another one.
    let plainCause =
      "not the order, because the first one that was tried fails. Does a simpler requirement fail, too?"
    let isPlain =
      exploration.schedules == 1 && exploration.verdict == .failed
      && exploration.finding?.kind == .failedCheck
    let again =
      exploration.token.map { "To run this order again, put REPLAY=\($0) SEED=\(seed) before the command." }
      ?? "It shows only once in a process, so there is no order to run again."
    report = """
      \(exploration)

      likely cause: \(isPlain ? plainCause : cause)
      \(again)
      """
  } else {
    return
  }
  fail(
    "expected the claim to hold in every order of the threads, got one in which it does not\n\(report)",
    sourceLocation)
}

/// Says, once in each process, that the scenes of it are played by real threads.
private func warn(of obstacle: Obstacle, _ sourceLocation: SourceLocation) {
  obstacleOfProcess.withLock { $0 = obstacle }
  #if compiler(>=6.3)
    Issue.record(
      """
      this requirement was not explored, because \(obstacle.reason); so real threads try it many times. That \
      is not a mistake. \(obstacle.remedy)
      """, severity: .warning, sourceLocation: sourceLocation)
  #endif
}

/// What this process has met.
private let obstacleOfProcess = Mutex<Obstacle?>(nil)

/// A number that is new in each run, unless `SEED` gives it: then everything that depends on it is the same.
public func freshSeed() -> UInt64 { Dice().seed }

/// The order that `REPLAY` names, if it is one of this scenario.
private func replay(_ scenario: Scenario, _ settings: Settings) -> Exploration? {
  guard let token = Chosen.replay else { return nil }
  let exploration = Explorer.replay(token, scenario, settings)
  return exploration.finding?.kind == .unfitToken ? nil : exploration
}

/// What keeps the Explorer from trying every order of a scenario.
enum Obstacle: Sendable {
  case nothingShared, unseenBlock, chance, stranger

  /// What follows "because".
  var reason: String {
    switch self {
    case .nothingShared: "the Explorer sees nothing that the threads have in common"
    case .unseenBlock: "a thread blocks in a way that the Explorer does not see"
    case .chance: "the code takes another way each time, as by the order of a Dictionary or a Set"
    case .stranger: "a thread takes part that the Explorer does not direct"
    }
  }

  /// What to change, if every order is to be tried.
  var remedy: String {
    switch self {
    case .nothingShared, .unseenBlock:
      "With a lock of Foundation, Synchronization, Dispatch or MiniOperations, every order is tried."
    case .chance: "If it does the same each time, every order is tried."
    case .stranger: "Without threads of its own, every order is tried."
    }
  }
}

extension Exploration {
  /// What the Explorer could not see or control, nil if it decided alone how the scenario runs.
  var obstacle: Obstacle? {
    switch finding?.kind {
    case nil: verdict == .sawNothing || schedules == 1 && verdict != .replayed ? .nothingShared : nil
    case .unseenBlock: .unseenBlock
    case .nondeterminism: .chance
    case .stranger: .stranger
    default: nil
    }
  }
}
