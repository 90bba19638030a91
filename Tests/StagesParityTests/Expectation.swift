import Foundation
import Synchronization
import TestSupport
import Testing

/// A sequence of events that a framework can be put through.
typealias Scenario = @Sendable (any Framework.Type, Trace) -> Void

/// Runs a scenario of the parity tests on stage 6, in place of Foundation and the framework.
///
/// The tests are links to those of `Tests/ParityTests`, unchanged: they call `expect`, and in this module `expect` is this
/// one. A test that is listed in `NotYet` must fail; any other must leave exactly this trace.
func expect(
  _ expected: [String], sourceLocation: SourceLocation = #_sourceLocation, in scenario: @escaping Scenario
) async {
  let name = Test.current.map { $0.displayName ?? $0.name } ?? ""
  let isExpected = NotYet.reason(for: name) == nil
  let events = await events(of: scenario, within: isExpected ? 60 : 3)
  if isExpected {
    #expect(events == expected, "This is what stage 6 does.", sourceLocation: sourceLocation)
  } else {
    #expect(
      events != expected, "Stage 6 does this now. Remove the test from the list NotYet.",
      sourceLocation: sourceLocation)
  }
}

/// Runs a scenario on stage 6 and returns its trace; one that stalls is abandoned.
private func events(of scenario: @escaping Scenario, within seconds: Double) async -> [String] {
  let trace = Trace()
  return await withCheckedContinuation { continuation in
    let answer = Answer(continuation)
    Thread {
      scenario(StageQueue.self, trace)
      answer.give(trace.events)
    }.start()
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds) {
      answer.give(trace.events + ["… and then nothing for \(Int(seconds)) seconds"])
    }
  }
}

/// A continuation that is resumed once, by the trace or by the deadline.
private final class Answer: Sendable {
  private let continuation: Mutex<CheckedContinuation<[String], Never>?>

  init(_ continuation: CheckedContinuation<[String], Never>) {
    self.continuation = Mutex(continuation)
  }

  func give(_ events: [String]) {
    continuation.withLock { $0.take() }?.resume(returning: events)
  }
}
