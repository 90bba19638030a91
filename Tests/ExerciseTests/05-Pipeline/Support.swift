import ExerciseSupport
import MiniOperations

@testable import Exercise05

/// A step that writes its name and the results it receives into `notes`, and returns its name.
func step(_ name: String, after inputs: [Step] = [], notes: Notes = Notes()) -> Step {
  Step(name, after: inputs) { results in
    notes("\(name)(\(results.joined(separator: ", ")))")
    return name
  }
}

/// The steps of the picture: fetch, count, shout, page.
func diamond(notes: Notes = Notes()) -> [Step] {
  let fetch = step("fetch", notes: notes)
  let count = step("count", after: [fetch], notes: notes)
  let shout = step("shout", after: [fetch], notes: notes)
  return [fetch, count, shout, step("page", after: [count, shout], notes: notes)]
}

/// A moment in the life of a step at which other code runs.
enum Moment: String, CaseIterable {
  case starts = "in the notification that isExecuting is true"
  case works = "by its own work"
  case isAboutToFinish = "after its work, in the notification before isFinished changes"
  case hasFinished = "in the notification that isFinished is true"

  /// Whether the step has not finished yet.
  var isBeforeFinish: Bool { self != .hasFinished }

  /// A step that returns its name and calls `action` at this moment, while the observation exists.
  func step(
    _ name: String, notes: Notes = Notes(), _ action: @escaping @Sendable (Step) -> Void
  ) -> (step: Step, observation: MiniObservation) {
    let itself = Reference<Step>()
    let step = Step(name) { _ in
      notes("\(name)()")
      if self == .works { itself.object.map(action) }
      return name
    }
    itself.object = step
    let key: KeyPath<MiniOperation, Bool> = self == .starts ? \.isExecuting : \.isFinished
    let observation = step.observe(key, options: [.new, .prior]) { operation, change in
      let isNow =
        switch self {
        case .starts: change.newValue == true && !change.isPrior
        case .works: false
        case .isAboutToFinish: change.isPrior
        case .hasFinished: !change.isPrior
        }
      if isNow, let step = operation as? Step { action(step) }
    }
    return (step, observation)
  }
}

/// Steps with random inputs, some cancelled before they start, some by their own work, and the expected results.
struct RandomPipeline {
  private(set) var steps: [Step] = []
  private var expected: [String?] = []
  private var mayWork: [Bool] = []
  private let worked = Notes()

  init(_ dice: inout Dice) {
    let worked = worked
    for number in 0..<dice.roll(4...9) {
      let before = (0..<number).filter { _ in dice.once(in: 3) }.shuffled(using: &dice)
      let (isCancelled, cancelsItself) = (dice.once(in: 8), dice.once(in: 8))
      let itself = Reference<Step>()
      let step = Step("step \(number % 3)", after: before.map { steps[$0] }) { results in
        worked("\(number)")
        if cancelsItself { itself.object?.cancel() }
        return "\(number)(\(results.joined(separator: ",")))"
      }
      itself.object = step
      if isCancelled { step.cancel() }
      let results = before.compactMap { expected[$0] }
      mayWork.append(!isCancelled && results.count == before.count)
      let hasResult = mayWork[number] && !cancelsItself
      expected.append(hasResult ? "\(number)(\(results.joined(separator: ",")))" : nil)
      steps.append(step)
    }
  }

  /// The first step whose state is not the expected one, in words.
  var firstWrongStep: String? {
    steps.indices.lazy.compactMap { number in
      let step = steps[number]
      let runs = worked.lines.count { $0 == "\(number)" }
      let expectedRuns = mayWork[number] ? 1 : 0
      if runs != expectedRuns { return "step \(number) to work \(expectedRuns) times, got \(runs) times" }
      let isRight = step.result == expected[number] && step.isCancelled == (expected[number] == nil)
      return isRight
        ? nil
        : """
        step \(number) to have the result \(shown(expected[number])), got \(shown(step.result)), \
        isCancelled \(step.isCancelled)
        """
    }.first
  }
}
