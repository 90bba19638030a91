/// What became of one exercise.
public enum State: String, Sendable, Codable {
  case passed = "passed"
  case failed = "failed"
  case didNotCompile = "did not compile"
  case crashed = "crashed"
  case timedOut = "timed out"
  case tampered = "tampered"
  case notStarted = "not started"
  /// The submission has files, but none that belongs to an exercise without a doubt.
  case notRecognised = "nothing recognised"
  /// The machine, not the answer, ended the build or the run: there is no verdict, and none is kept.
  case notGraded = "not graded"
}

/// What became of one test.
public struct TestResult: Sendable, Codable {
  /// The requirement that it tests, as a sentence.
  public let name: String
  /// Whether it ran to its end without a failure.
  public let hasPassed: Bool
  /// Whether it holds for the untouched stub too, and so earns nothing.
  public let isVacuous: Bool
  /// What was expected and what came, one text a failure.
  public let failures: [String]
  /// How long it took.
  public var seconds = 0.0
}

/// What a run of an exercise's tests says.
public struct Report: Sendable, Codable {
  /// The exercise's number.
  public let exercise: Int
  /// What became of it.
  public let state: State
  /// Its tests, in the order of their file.
  public let tests: [TestResult]
  /// What there is to say besides the failures: the compiler's message, or why nothing could be said.
  public let message: String
  /// How long the tests took, in seconds.
  public let seconds: Double

  /// The points that this is worth, out of those of the exercise.
  ///
  /// A part of the tests earns a part of the points; a run that did not come to its end earns nothing.
  public func score(outOf points: Int) -> Int {
    guard state == .passed || state == .failed else { return 0 }
    let counted = tests.filter { !$0.isVacuous }
    return counted.isEmpty ? 0 : points * counted.count(where: \.hasPassed) / counted.count
  }

  /// The tests that did not hold.
  public var failures: [TestResult] { tests.filter { !$0.hasPassed } }
}

extension Report {
  /// A report of something that was not run.
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

  /// What there is to report where nothing could be run.
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

  /// The same with another message.
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
