@testable import Exercise14

/// How two tasks get their outcome.
enum Ending: String, CaseIterable {
  case value = "the work ends with a value"
  case error = "the work ends with an error"
  case late = "one task asks when the work has ended"
  case taskIsCancelled = "a task is cancelled while it waits"
  case taskWasCancelled = "a task was cancelled before it asks"
  case operationIsCancelled = "the operation is cancelled while both wait"
  case operationWasCancelled = "the operation was cancelled before they ask, and is started afterwards"

  var outcome: Outcome {
    switch self {
    case .value, .late: .value(1)
    case .error: .broken(1)
    case .taskIsCancelled, .taskWasCancelled, .operationIsCancelled, .operationWasCancelled: .cancelled
    }
  }

  func outcomes(of calculation: Calculation) -> [Outcome?] {
    let listeners = [Listener(to: calculation), Listener(to: calculation)]
    if self == .taskWasCancelled { listeners[0].cancel() }
    if self == .operationWasCancelled { calculation.cancel() }
    for listener in listeners.prefix(self == .late ? 1 : 2) { listener.goOn() }
    switch self {
    case .taskIsCancelled: listeners[0].cancel()
    case .operationIsCancelled: calculation.cancel()
    case .taskWasCancelled: break
    case .value, .error, .late, .operationWasCancelled: calculation.start()
    }
    return listeners.map(\.outcome)
  }
}
