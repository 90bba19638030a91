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
