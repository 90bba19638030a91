import Foundation
import MiniOperations
import Synchronization
import TestSupport
import Testing

/// A sequence of events that either framework can be put through.
typealias Scenario = @Sendable (any Framework.Type, Trace) -> Void

/// Runs a scenario on Foundation and on the mini framework; both must leave exactly this trace.
func expect(
  _ expected: [String], sourceLocation: SourceLocation = #_sourceLocation, in scenario: @escaping Scenario
) async {
  let foundation = await events(of: scenario, on: OperationQueue.self)
  #expect(foundation == expected, "This is what Foundation does.", sourceLocation: sourceLocation)
  let mini = await events(of: scenario, on: MiniOperationQueue.self)
  #expect(mini == expected, "This is what the mini framework does.", sourceLocation: sourceLocation)
}

/// Runs a scenario on one framework and returns its trace.
///
/// It gets a thread of its own, because scenarios wait, and the threads that
/// all tests share must not. The deadline is a net: no scenario depends on it.
func events(of scenario: @escaping Scenario, on framework: any Framework.Type) async -> [String] {
  let trace = Trace()
  return await withCheckedContinuation { continuation in
    let answer = Answer(continuation)
    Thread {
      scenario(framework, trace)
      answer.give(trace.events)
    }.start()
    DispatchQueue.global().asyncAfter(deadline: .now() + 60) {
      answer.give(trace.events + ["… and then nothing for a minute"])
    }
  }
}

/// A continuation that is resumed once, by the first call.
private final class Answer: Sendable {
  private let continuation: Mutex<CheckedContinuation<[String], Never>?>

  init(_ continuation: CheckedContinuation<[String], Never>) {
    self.continuation = Mutex(continuation)
  }

  func give(_ events: [String]) {
    continuation.withLock { $0.take() }?.resume(returning: events)
  }
}
