@testable import Exercise14

/// How two tasks get their outcome, or what happens to an operation that no task awaits.
enum CalculationEnding: String, CaseIterable {
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
    let listeners = (0..<(isAsked ? 2 : 0)).map { _ in Listener(to: calculation) }
    if self == .taskWasCancelled { listeners[0].cancel() }
    if self == .operationWasCancelled { calculation.cancel() }
    for listener in listeners.prefix(self == .late ? 1 : 2) { listener.goOn() }
    switch self {
    case .taskIsCancelled: listeners[0].cancel()
    case .operationIsCancelled, .isNotAskedAndCancelled: calculation.cancel()
    case .value, .error, .late, .operationWasCancelled, .workIsCancelled, .isNotAsked: calculation.start()
    case .taskWasCancelled, .isNotStarted: break
    }
    return listeners.map(\.outcome)
  }
}
