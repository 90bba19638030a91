/// Lets somebody choose who goes next, wherever that is of interest.
final class Player: Chooser {
  /// What is answered to the question who goes next.
  enum Answer {
    case thread(Int)
    case back
    case quit
  }

  private let ask: (Decision, Engine) -> Answer
  private unowned(unsafe) var engine: Engine?
  private let given: [Int]
  private let replay: Replay?

  /// Who went where it was asked.
  private(set) var moves: [Int] = []
  /// How the schedule was left before its end, nil when it was not.
  private(set) var leaving: Answer?

  /// - Parameter given: The answers to the first questions, which are not asked again.
  init(_ given: [Int], ask: @escaping (Decision, Engine) -> Answer) {
    self.given = given
    self.ask = ask
    replay = nil
  }

  /// Follows a schedule, to count the questions on its way.
  init(following deviations: [Deviation]) {
    given = []
    replay = Replay(deviations)
    ask = { decision, _ in .thread(decision.standard) }
  }

  func scheduleBegins(on engine: Engine) { self.engine = engine }

  func choose(_ decision: Decision) -> Int {
    let replayed = replay?.choose(decision)
    guard let engine, leaving == nil, engine.finding == nil, isOfInterest(decision, engine) else {
      return replayed ?? decision.standard
    }
    if let replayed {
      moves.append(replayed)
      return replayed
    }
    if moves.count < given.count {
      moves.append(given[moves.count])
      return given[moves.count - 1]
    }
    switch ask(decision, engine) {
    case .thread(let thread):
      moves.append(thread)
      return thread
    case let answer:
      // The rest runs as it comes: a thread cannot be given up in the middle.
      leaving = answer
      return decision.standard
    }
  }

  /// Nobody wants to be asked before each of the framework's own locks.
  private func isOfInterest(_ decision: Decision, _ engine: Engine) -> Bool {
    !decision.isPrivate && !(decision.canLastGoOn && engine.threads[decision.last].intendsInner)
  }

  func scheduleEnded(_ outcome: Outcome) -> Bool { false }
}
