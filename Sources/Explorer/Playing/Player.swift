/// Lets a person choose which thread runs next, wherever that matters.
final class Player: Chooser {
  /// An answer to the question which thread runs next.
  enum Answer {
    case thread(Int)
    case back
    case again
    case quit
  }

  private let ask: (Decision, Engine, [Int]) -> Answer
  private unowned(unsafe) var engine: Engine?
  private let given: [Int]
  private let replay: Replay?

  /// The threads that the player chose.
  private(set) var moves: [Int] = []
  /// The threads among which each move chose.
  private(set) var questions: [[Int]] = []
  /// The thread that each decision chose, by the player or without asking.
  private(set) var choices: [Int] = []
  /// How the schedule was left before its end, nil if it was not.
  private(set) var leaving: Answer?

  /// - Parameters:
  ///   - given: The answers to the first questions, which are not asked again.
  ///   - ask: Gets the moves so far as its last argument.
  init(_ given: [Int], ask: @escaping (Decision, Engine, [Int]) -> Answer) {
    self.given = given
    self.ask = ask
    replay = nil
  }

  /// Follows a schedule, to count the questions in it.
  init(following deviations: [Deviation]) {
    given = []
    replay = Replay(deviations)
    ask = { decision, _, _ in .thread(decision.standard) }
  }

  override func scheduleBegins(on engine: Engine) { self.engine = engine }

  override func choose(_ decision: Decision) -> Int {
    let choice = answer(to: decision)
    choices.append(choice)
    return choice
  }

  private func answer(to decision: Decision) -> Int {
    let replayed = replay?.choose(decision)
    guard let engine, leaving == nil, engine.finding == nil, isOfInterest(decision, engine) else {
      return replayed ?? decision.standard
    }
    let known = replayed ?? (moves.count < given.count ? given[moves.count] : nil)
    switch known.map(Answer.thread) ?? ask(decision, engine, moves) {
    case .thread(let thread):
      questions.append(Array(threads(in: decision.able)))
      moves.append(thread)
      return thread
    case let answer:
      // The rest runs in the default order: a thread cannot be abandoned in the middle.
      leaving = answer
      return decision.standard
    }
  }

  /// The framework's own locks are not asked about: nothing can be seen there.
  private func isOfInterest(_ decision: Decision, _ engine: Engine) -> Bool {
    !decision.isPick && !decision.isPrivate
      && !(decision.canLastGoOn && engine.threads[decision.last].intendsInner)
  }
}
