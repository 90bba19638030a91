@testable import Exercise14

/// How two tasks get their outcome, or an operation ends that none asks for.
enum Ending: String, CaseIterable {
  case value = "the work ends with a value"
  case error = "the work ends with an error"
  case late = "one task asks when the work has ended"
  case taskIsCancelled = "a task is cancelled while it waits"
  case taskWasCancelled = "a task was cancelled before it asks"
  case operationIsCancelled = "the operation is cancelled while both wait"
  case workIsCancelled = "the operation is cancelled while its work runs"
  case operationWasCancelled = "the operation was cancelled before they ask, and is started afterwards"
  case isNotAsked = "no task asks, and the work ends"
  case isNotAskedAndCancelled = "no task asks, and the operation is cancelled"
  case isNotStarted = "no task asks, and the operation is never started"

  /// Whether two tasks ask.
  var isAsked: Bool { ![.isNotAsked, .isNotAskedAndCancelled, .isNotStarted].contains(self) }

  var outcome: Outcome {
    switch self {
    case .value, .late, .isNotAsked, .isNotAskedAndCancelled, .isNotStarted: .value(1)
    case .error: .broken(1)
    case .taskIsCancelled, .taskWasCancelled, .operationIsCancelled, .operationWasCancelled, .workIsCancelled:
      .cancelled
    }
  }

  func outcomes(of calculation: Calculation) -> [Outcome?] {
    guard isAsked else {
      if self == .isNotAsked { calculation.start() }
      if self == .isNotAskedAndCancelled { calculation.cancel() }
      return []
    }
    let listeners = [Listener(to: calculation), Listener(to: calculation)]
    if self == .taskWasCancelled { listeners[0].cancel() }
    if self == .operationWasCancelled { calculation.cancel() }
    for listener in listeners.prefix(self == .late ? 1 : 2) { listener.goOn() }
    switch self {
    case .taskIsCancelled: listeners[0].cancel()
    case .operationIsCancelled: calculation.cancel()
    case .value, .error, .late, .operationWasCancelled, .workIsCancelled: calculation.start()
    default: break
    }
    return listeners.map(\.outcome)
  }
}
