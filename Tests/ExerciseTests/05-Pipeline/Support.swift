import ExerciseSupport
import MiniOperations
import Synchronization

@testable import Exercise05

/// Runs steps one at a time, on this thread's account; false when they come to a standstill.
func runOneByOne(_ steps: [Step]) -> Bool {
  let workers = SteppedWorkers()
  let queue = MiniOperationQueue(workers: workers)
  queue.maxConcurrentOperationCount = 1
  queue.addOperations(steps, waitUntilFinished: false)
  return returns { workers.run() }
}

/// A step that notes what it works on, and makes its own name.
func step(_ name: String, after inputs: [Step] = [], notes: Notes) -> Step {
  Step(name, after: inputs) { results in
    notes("\(name) of \(results.isEmpty ? "nothing" : results.joined(separator: " and "))")
    return name
  }
}

/// The steps of the picture: fetch, count, shout, page.
func diamond(notes: Notes) -> [Step] {
  let fetch = step("fetch", notes: notes)
  let count = step("count", after: [fetch], notes: notes)
  let shout = step("shout", after: [fetch], notes: notes)
  return [fetch, count, shout, step("page", after: [count, shout], notes: notes)]
}

func shown(_ result: String?) -> String { result ?? "none" }

/// Holds a step for its own work, which is there before the step is.
final class Handle: Sendable {
  private let held = Synchronization.Mutex<Step?>(nil)

  func hold(_ step: Step) { held.withLock { $0 = step } }

  /// The step, which is held no longer.
  func take() -> Step? { held.withLock { $0.take() } }

  func cancel() { take()?.cancel() }
}

/// A moment in the life of a step at which other code runs.
enum Moment: String, CaseIterable {
  case begins = "announces that it executes"
  case works = "works"
  case isAboutToEnd = "is about to announce its end"
  case ends = "announces its end"

  /// A step that makes its own name and runs `action` at this moment, as long as the observation is held.
  func step(
    _ name: String, notes: Notes = Notes(), _ action: @escaping @Sendable (Step) -> Void
  ) -> (step: Step, observation: MiniObservation) {
    let itself = Handle()
    let step = Step(name) { _ in
      notes("\(name) of nothing")
      let step = itself.take()
      if self == .works, let step { action(step) }
      return name
    }
    itself.hold(step)
    let key: KeyPath<MiniOperation, Bool> = self == .begins ? \.isExecuting : \.isFinished
    let observation = step.observe(key, options: [.new, .prior]) { operation, change in
      let isNow =
        switch self {
        case .begins: change.newValue == true && !change.isPrior
        case .works: false
        case .isAboutToEnd: change.isPrior
        case .ends: !change.isPrior
        }
      if isNow, let step = operation as? Step { action(step) }
    }
    return (step, observation)
  }
}
