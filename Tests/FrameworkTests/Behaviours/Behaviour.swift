import Foundation
import Synchronization
import TestSupport

/// A row of the behaviour table, or a part of one: a program, and the trace that it must leave.
///
/// Each is written once, against ``Framework``. The tests run it on Foundation, on the framework and on its
/// stages.
package struct Behaviour: Sendable, CustomStringConvertible {
  /// The ids of its rows, a colon, and a sentence.
  package let description: String
  package let expected: [String]
  /// The trace that Foundation on Linux is known to leave instead; nil if it leaves the expected one.
  package let foundation: [String]?
  private let scenario: @Sendable (any Framework.Type, Trace) -> Void

  package init(
    _ description: String, _ expected: [String], foundation: [String]? = nil,
    _ scenario: @escaping @Sendable (any Framework.Type, Trace) -> Void
  ) {
    self.description = description
    self.expected = expected
    self.foundation = foundation
    self.scenario = scenario
  }

  /// Every behaviour that Foundation can show too, without crashing or hanging.
  package static let all =
    ofOperations + ofDependencies + ofFinishing + ofFinishingLater + ofOrder + ofLimits + ofContent
    + ofDifferentOperations + ofDifferentQueues

  /// `["O14", "Q25"]` for "O14, Q25: a condition …".
  package var ids: [String] {
    guard let end = description.firstIndex(of: ":") else { return [] }
    return description[..<end].components(separatedBy: ", ")
  }

  /// Runs the scenario on a thread of its own, because it waits, and returns its trace.
  ///
  /// The deadline is a net: no scenario depends on it.
  package func events(on framework: any Framework.Type, within seconds: Double = 60) async -> [String] {
    let trace = Trace()
    return await withCheckedContinuation { continuation in
      let answer = Answer(continuation)
      Thread {
        Thread.current.threadDictionary[Answer.key] = answer
        scenario(framework, trace)
        answer.give(trace.events)
      }.start()
      DispatchQueue.global().asyncAfter(deadline: .now() + seconds) {
        answer.give(trace.events + ["… and then nothing for \(Int(seconds)) seconds"])
      }
    }
  }
}

/// Ends the scenario whose thread calls it: the classes under test have nothing of this name.
package func missing(_ name: String = #function) -> Never {
  (Thread.current.threadDictionary[Answer.key] as? Answer)?.give(["there is no \(name)"])
  Thread.exit()
  fatalError("The thread has ended.")
}

/// A continuation that is resumed once, by the first call.
private final class Answer: Sendable {
  static let key = "answer of the scenario"
  private let continuation: Mutex<CheckedContinuation<[String], Never>?>

  init(_ continuation: CheckedContinuation<[String], Never>) {
    self.continuation = Mutex(continuation)
  }

  func give(_ events: [String]) {
    continuation.withLock { $0.take() }?.resume(returning: events)
  }
}
