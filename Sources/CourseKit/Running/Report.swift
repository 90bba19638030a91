/// The result of one test.
package struct TestResult: Sendable, Codable {
  /// The requirement that it tests, as a sentence.
  package let name: String
  /// The level of the requirement.
  package var level = Requirement.Level.core
  /// Whether it was tried; the depth is not before the core holds.
  package var wasTried = true
  /// Whether it ran to the end without a failure.
  package let hasPassed: Bool
  /// The expected and the actual result, one text per failure.
  package let failures: [String]
  /// How long it took.
  package var seconds = 0.0
}

/// The result of running an exercise's tests.
package struct Report: Sendable, Codable {
  /// The result of one exercise.
  package enum State: String, Sendable, Codable {
    /// Core and depth hold.
    case mastered = "mastered"
    /// The core holds, the depth does not, or was not tried.
    case done = "done"
    /// The core does not hold.
    case failed = "failed"
    case didNotCompile = "did not compile"
    case crashed = "crashed"
    case timedOut = "timed out"
    case tampered = "tampered"
    /// There is a file, which cannot be taken: two copies differ, it is too long, it is not text, it needs a
    /// password.
    case notTaken = "not taken"
    /// It compiles, and uses what no answer may.
    case refused = "refused"
    case notStarted = "not started"
    /// The submission has files, but none that certainly belongs to an exercise.
    case notRecognised = "nothing recognised"
    /// The machine, not the answer, ended the build or the run: there is no verdict, and none is kept.
    case notGraded = "not graded"
  }

  /// The exercise's number.
  package let exercise: Int
  /// The result as a whole.
  package let state: State
  /// Its tests, in the order of their file.
  package let tests: [TestResult]
  /// A message besides the failures: the compiler's diagnostics, or why there is no verdict.
  package let message: String
  /// How long the tests took, in seconds.
  package let seconds: Double

  /// Whether the core holds.
  package var isDone: Bool { state == .mastered || state == .done }

  /// Whether the run completed, so that its tests have verdicts.
  package var isComplete: Bool { isDone || state == .failed }

  /// The tests of one level.
  package func tests(_ level: Requirement.Level) -> [TestResult] { tests.filter { $0.level == level } }

  /// Whether the exercise has a depth.
  package var hasDepth: Bool { tests.contains { $0.level == .depth } }

  /// The points for this result, out of those of the exercise.
  ///
  /// In each level, a share of the tests earns the same share of the points. The depth earns something only
  /// when the core holds. A run that did not complete earns nothing.
  package func score(outOf points: Points) -> Points {
    guard isComplete else { return .none }
    // An exercise without a depth gives all its points for the core.
    guard hasDepth else { return Points(core: share(of: .core, points.total)) }
    return Points(
      core: share(of: .core, points.core), depth: isDone ? share(of: .depth, points.depth) : 0)
  }

  private func share(of level: Requirement.Level, _ points: Int) -> Int {
    let counted = tests(level)
    return counted.isEmpty ? 0 : points * counted.count(where: \.hasPassed) / counted.count
  }

  /// The tests that were tried and failed.
  package var failures: [TestResult] { tests.filter { $0.wasTried && !$0.hasPassed } }
}

extension Report {
  /// Reports that the tests did not run.
  package init(_ exercise: Exercise, _ state: State, _ message: String) {
    self.init(exercise: exercise.number, state: state, tests: [], message: sanitized(message), seconds: 0)
  }

  package static func notStarted(_ exercise: Exercise, _ message: String = "") -> Report {
    Report(exercise, .notStarted, message)
  }

  package static func notGraded(_ exercise: Exercise, _ message: String) -> Report {
    Report(exercise, .notGraded, message)
  }

  /// The report on a build after which the tests did not run.
  package static func of(_ exercise: Exercise, _ outcome: BuildOutcome) -> Report {
    switch outcome {
    case .refused(let message): .didNotCompile(exercise, message)
    case .machine(let message), .crash(let message): .notGraded(exercise, message)
    case .built: .notGraded(exercise, "The tests were built, but not run.")
    }
  }

  package static func timedOut(_ exercise: Exercise, _ message: String) -> Report {
    Report(exercise, .timedOut, message)
  }

  /// The report on a core that holds, together with that on the depth, which was tried afterwards.
  ///
  /// A depth that crashed or took too long costs its own points alone.
  func with(depth: Report) -> Report {
    let state: State
    switch depth.state {
    case .mastered, .tampered, .notGraded: state = depth.state
    default: state = .done
    }
    let message =
      [.crashed, .timedOut].contains(depth.state)
      ? "The depth \(depth.state.rawValue). \(depth.message)" : depth.message
    return Report(
      exercise: exercise, state: state, tests: tests(.core) + depth.tests,
      message: [self.message, message].filter { !$0.isEmpty }.joined(separator: "\n"),
      seconds: seconds + depth.seconds)
  }

  /// This report with another message.
  package func saying(_ message: String) -> Report {
    Report(exercise: exercise, state: state, tests: tests, message: message, seconds: seconds)
  }

  /// This report on an answer that a grader would refuse, or of which it would remark something.
  func with(_ refusal: String?, _ remarks: [String]) -> Report {
    let parts = [refusal, message.isEmpty ? nil : message] + remarks
    return Report(
      exercise: exercise, state: refusal == nil ? state : .refused, tests: tests,
      message: parts.compactMap(\.self).joined(separator: "\n"), seconds: seconds)
  }

  package static func didNotCompile(_ exercise: Exercise, _ message: String) -> Report {
    Report(exercise, .didNotCompile, message)
  }

  package static func refused(_ exercise: Exercise, _ message: String) -> Report {
    Report(exercise, .refused, message)
  }

  package static func tampered(_ exercise: Exercise, _ message: String) -> Report {
    Report(exercise, .tampered, message)
  }
}
