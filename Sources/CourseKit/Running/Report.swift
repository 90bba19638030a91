/// The result of one exercise.
public enum State: String, Sendable, Codable {
  case passed = "passed"
  case failed = "failed"
  case didNotCompile = "did not compile"
  case crashed = "crashed"
  case timedOut = "timed out"
  case tampered = "tampered"
  case notStarted = "not started"
  /// The submission has files, but none that certainly belongs to an exercise.
  case notRecognised = "nothing recognised"
  /// The machine, not the answer, ended the build or the run: there is no verdict, and none is kept.
  case notGraded = "not graded"
}

/// The result of one test.
public struct TestResult: Sendable, Codable {
  /// The requirement that it tests, as a sentence.
  public let name: String
  /// Whether it ran to the end without a failure.
  public let hasPassed: Bool
  /// Whether it holds for the untouched stub too, and so earns nothing.
  public let isVacuous: Bool
  /// What was expected and what came, one text per failure.
  public let failures: [String]
  /// How long it took.
  public var seconds = 0.0
}

/// The result of running an exercise's tests.
public struct Report: Sendable, Codable {
  /// The exercise's number.
  public let exercise: Int
  /// The result as a whole.
  public let state: State
  /// Its tests, in the order of their file.
  public let tests: [TestResult]
  /// A message besides the failures: the compiler's diagnostics, or why there is no verdict.
  public let message: String
  /// How long the tests took, in seconds.
  public let seconds: Double

  /// The points for this result, out of those of the exercise.
  ///
  /// A share of the tests earns the same share of the points; a run that did not complete earns nothing.
  public func score(outOf points: Int) -> Int {
    guard state == .passed || state == .failed else { return 0 }
    let counted = tests.filter { !$0.isVacuous }
    return counted.isEmpty ? 0 : points * counted.count(where: \.hasPassed) / counted.count
  }

  /// The tests that failed.
  public var failures: [TestResult] { tests.filter { !$0.hasPassed } }
}

extension Report {
  /// Reports that the tests did not run.
  private init(_ exercise: Exercise, _ state: State, _ message: String) {
    self.init(exercise: exercise.number, state: state, tests: [], message: harmless(message), seconds: 0)
  }

  static func notStarted(_ exercise: Exercise, _ message: String = "") -> Report {
    Report(exercise, .notStarted, message)
  }

  static func notRecognised(_ exercise: Exercise, _ message: String) -> Report {
    Report(exercise, .notRecognised, message)
  }

  static func notGraded(_ exercise: Exercise, _ message: String) -> Report {
    Report(exercise, .notGraded, message)
  }

  /// The report on a build after which the tests did not run.
  static func of(_ exercise: Exercise, _ outcome: BuildOutcome) -> Report {
    switch outcome {
    case .refused(let message): .didNotCompile(exercise, message)
    case .machine(let message): .notGraded(exercise, message)
    case .built: .notGraded(exercise, "The tests were built, but not run.")
    }
  }

  static func timedOut(_ exercise: Exercise, _ message: String) -> Report {
    Report(exercise, .timedOut, message)
  }

  /// This report with another message.
  func saying(_ message: String) -> Report {
    Report(exercise: exercise, state: state, tests: tests, message: message, seconds: seconds)
  }

  static func didNotCompile(_ exercise: Exercise, _ message: String) -> Report {
    Report(exercise, .didNotCompile, message)
  }

  static func tampered(_ exercise: Exercise, _ message: String) -> Report {
    Report(exercise, .tampered, message)
  }
}
