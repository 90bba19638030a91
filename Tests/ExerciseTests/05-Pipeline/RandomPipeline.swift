import ExerciseSupport
import MiniOperations

@testable import Exercise05

/// Steps with random inputs, some cancelled beforehand, some while they work, and what must come of each.
struct RandomPipeline {
  private(set) var steps: [Step] = []
  private var expected: [String?] = []
  private var mayWork: [Bool] = []
  private let worked = Notes()

  init(_ dice: inout Dice) {
    let worked = worked
    for number in 0..<dice.roll(4...9) {
      let before = (0..<number).filter { _ in dice.once(in: 3) }.shuffled(using: &dice)
      let cancelsItself = dice.once(in: 8)
      let handle = Handle()
      // Several have the same name: a name is for messages and says nothing about who it is.
      let step = Step("step \(number % 3)", after: before.map { steps[$0] }) { results in
        worked("\(number)")
        if cancelsItself { handle.cancel() }
        return "\(number)(\(results.joined(separator: ",")))"
      }
      handle.hold(step)
      let isCancelled = dice.once(in: 8)
      if isCancelled { step.cancel() }
      let results = before.compactMap { expected[$0] }
      mayWork.append(!isCancelled && results.count == before.count)
      let hasResult = mayWork[number] && !cancelsItself
      expected.append(hasResult ? "\(number)(\(results.joined(separator: ",")))" : nil)
      steps.append(step)
    }
  }

  /// What is not as it must be, in words.
  var wrongSteps: [String] {
    steps.indices.compactMap { number in
      let step = steps[number]
      let runs = worked.lines.count { $0 == "\(number)" }
      if !step.isFinished { return "step \(number) has not finished" }
      if runs != (mayWork[number] ? 1 : 0) { return "step \(number) worked \(runs) times" }
      if step.result != expected[number] {
        return "step \(number) has \(shown(step.result)) instead of \(shown(expected[number]))"
      }
      return step.isCancelled == (expected[number] == nil) ? nil : "step \(number) has the wrong isCancelled"
    }
  }
}
