import Foundation

extension ExerciseRunner {
  /// A failure as it is shown: truncated, and without anything that a terminal or a CI runner acts on.
  private static func shown(_ failure: String) -> String {
    sanitized(failure.count > 10_000 ? failure.prefix(10_000) + " (cut here)" : failure)
  }

  /// The messages of the first traps; only for the reader, because any code can print such a message.
  static func traps(in output: String) -> [String] {
    var seen: Set<Substring> = []
    let lines = output.split(separator: "\n").filter {
      $0.contains("Fatal error: ") && seen.insert($0).inserted
    }
    return lines.prefix(3).map { String($0.prefix(300)) }
  }

  /// A clean environment: what programs need to be found and to print, and nothing else of the learner's.
  package func environment(_ more: [String: String] = [:]) -> [String: String] {
    let kept = ["PATH", "HOME", "TMPDIR", "LANG", "LC_ALL", "DEVELOPER_DIR", "TOOLCHAINS", "SDKROOT"]
    var result = ProcessInfo.processInfo.environment.filter { kept.contains($0.key) }
    if isOptimised { result["OPTIMISED"] = "framework" }
    // A trap is recognised by its signal; a backtrace would take seconds for each.
    result["SWIFT_BACKTRACE"] = "enable=no"
    result["NO_COLOR"] = "1"
    return result.merging(more) { $1 }
  }

  /// Runs the tests of one exercise, which have been built: those that `scope` selects.
  ///
  /// With `name`, only that test runs, and the report is about it alone.
  package func runTests(
    of exercise: Exercise, with program: URL? = nil, only name: String? = nil
  ) -> Report {
    if let name { return run(.one(name), of: exercise, program) }
    if scope == .everything { return run(.all, of: exercise, program) }
    let core = run(.level(.core), of: exercise, program)
    guard scope == .coreFirst, core.state == .done else { return core }
    return core.with(depth: run(.level(.depth), of: exercise, program))
  }

  /// The tests of one run.
  enum Selection {
    case all
    case level(Requirement.Level)
    case one(String)

    /// The requirements that the report on a run is about: the one on the core names the depth, too.
    func reported(of requirements: [Requirement]) -> [Requirement] {
      switch self {
      case .all, .level(.core): requirements
      case .level(.depth): requirements.filter(includes)
      case .one(let name): requirements.first(where: includes).map { [$0] } ?? [Requirement(name)]
      }
    }

    /// Whether a run of this selection tries the requirement.
    func includes(_ requirement: Requirement) -> Bool {
      switch self {
      case .all: true
      case .level(let level): requirement.level == level
      case .one(let name): requirement.name == name
      }
    }
  }

  /// Runs some tests, and once more if they did not complete.
  ///
  /// Even on a busy machine, two runs in a row rarely end early. The second gets more time if more processes
  /// want a processor than there are processors.
  private func run(_ selection: Selection, of exercise: Exercise, _ program: URL?) -> Report {
    let first = runOnce(exercise, program, selection, deadline: limits.tests)
    guard tries > 1, [.crashed, .timedOut, .notGraded].contains(first.state) else { return first }
    let second = runOnce(exercise, program, selection, deadline: limits.tests * min(Programs.loadFactor, 3))
    return [.crashed, .timedOut].contains(second.state)
      ? second.saying("\(second.message) It was tried twice.") : second
  }

  private func runOnce(
    _ exercise: Exercise, _ own: URL?, _ selection: Selection, deadline: Duration
  ) -> Report {
    let program = own ?? testProgram
    let folder: RunFolder
    do {
      folder = try RunFolder(
        in: (work ?? course.scratch).appending(path: "runs"), name: exercise.module, megabytes: limits.folder)
    } catch {
      return .notGraded(exercise, "No folder could be made for the run: \(error.localizedDescription)")
    }
    defer { folder.remove() }
    let more = ["TMPDIR": folder.temporary.path, "TMPDIR_IS_OWN": "1"]
    var stream = TestStream(module: "\(exercise.module)Tests")
    let ending = Programs.run(
      launcher.wrap(
        testCommand(for: exercise, selection, program, stream: folder.streamPath), program: program,
        run: folder),
      in: course.root, environment: environment(more.merging(launcher.environment(folder)) { $1 }),
      input: folder.stream, deadline: limits.left(of: deadline), outputCap: limits.output,
      limits: Programs.Limits(file: limits.file, memory: limits.memory, isNice: limits.isNice),
      stopWhen: launcher.limitsTheFolder
        ? nil
        : {
          if let tell {
            stream.read(folder.events(from: stream.count))
            tell(ExerciseRunner.activity(exercise, selection, stream))
          }
          return folder.isTooFull
        })
    stream.read(folder.events(from: stream.count))
    stream.end()
    if stream.count == 0, let trouble = launcher.trouble(ending) { return .notGraded(exercise, trouble) }
    if ending.wasStopped {
      return .timedOut(exercise, "The tests wrote more than \(limits.folder) MB and were ended.")
    }
    return verdict(exercise, ending, stream, selection, deadline: deadline)
  }

  /// How far a run is, which is read from its event stream.
  private static func activity(_ exercise: Exercise, _ selection: Selection, _ stream: TestStream)
    -> Activity
  {
    var level: Requirement.Level?
    if case .level(let chosen) = selection { level = chosen }
    let tests = stream.tests
    let running = tests.filter { $0.starts > $0.ends }.min { $0.begin < $1.begin }
    return .testing(
      exercise, level, finished: tests.count { $0.ends > 0 }, of: tests.count, name: running?.name)
  }

  /// The program with all tests, on systems where a run starts it without the toolchain.
  private var testProgram: URL {
    course.scratch.appending(path: "debug/operations-from-scratchPackageTests.xctest")
      .resolvingSymlinksInPath()
  }

  /// A pattern for the identifiers of tests of an exercise.
  static func filter(_ exercise: Exercise, _ selection: Selection) -> String {
    let tests = "^\(exercise.module)Tests\\."
    switch selection {
    case .all: return tests
    // A pattern that matches the identifier of a suite selects all of its tests.
    case .level(.core): return "\(tests)(?!\(Requirement.depthSuite)\\b)"
    case .level(.depth): return "\(tests)\(Requirement.depthSuite)\\b"
    // In an identifier, the name has backticks or not.
    case .one(let name):
      return "\(tests)(?:.*/)?`?\(NSRegularExpression.escapedPattern(for: name))`?\\("
    }
  }

  private func testCommand(
    for exercise: Exercise, _ selection: Selection, _ program: URL, stream: String
  ) -> [String] {
    let choice = [
      "--testing-library", "swift-testing", "--event-stream-output-path", stream,
      "--event-stream-version", "0", "--filter", ExerciseRunner.filter(exercise, selection),
    ]
    #if os(macOS)
      // A bundle, which only the toolchain can load.
      return ["swift", "test", "--skip-build", "--scratch-path", course.scratch.path, "--disable-xctest"]
        + choice.dropFirst(2)
    #else
      return [program.path] + choice
    #endif
  }

  /// Derives a verdict from how the process ended, what the stream reports, and what it should contain.
  ///
  /// None of the three is enough alone: a learner's code can end the process with success, and can print.
  func verdict(
    _ exercise: Exercise, _ ending: ProgramResult, _ stream: TestStream, _ selection: Selection = .all,
    deadline: Duration? = nil
  ) -> Report {
    let requirements = selection.reported(of: TestSource.requirements(of: exercise, in: course))
    let expected = requirements.filter(selection.includes).map(\.name)
    let tests = requirements.map { requirement in
      let seen = stream.tests.filter { $0.name == requirement.name }
      let wasTried = selection.includes(requirement)
      return TestResult(
        name: requirement.name, level: requirement.level, wasTried: wasTried,
        hasPassed: wasTried && seen.count == 1 && seen[0].hasPassed,
        failures: seen.flatMap(\.failures).map(ExerciseRunner.shown), seconds: seen.first?.seconds ?? 0)
    }
    func report(_ state: Report.State, _ message: String = "") -> Report {
      Report(
        exercise: exercise.number, state: state, tests: tests, message: sanitized(message),
        seconds: ending.duration / .seconds(1))
    }
    let unfinished = stream.tests.first { $0.starts > $0.ends }.map { " during '\($0.name)'" } ?? ""
    switch ending.way {
    case .notStarted(let reason): return report(.notGraded, "The tests could not be started: \(reason).")
    case .timedOut:
      return report(
        .timedOut,
        "The tests did not end within \(seconds(deadline ?? limits.tests)) and were ended\(unfinished).")
    case .signalled(let number):
      return report(.crashed, "The process that runs the tests was ended by signal \(number)\(unfinished).")
    case .exited(let code):
      guard stream.hasEnded else {
        return report(
          .crashed, "The process that runs the tests exited with \(code)\(unfinished), before its end.")
      }
      let missing = expected.filter { name in !stream.tests.contains { $0.name == name } }
      let added = stream.tests.filter { !expected.contains($0.name) }.map(\.name)
      let tried = tests.filter(\.wasTried)
      let claims = tried.allSatisfy(\.hasPassed) && stream.otherFailures.isEmpty
      var reasons = stream.oddities + missing.map { "the test '\($0)' did not run" }
      reasons += added.map { "the test '\($0)' does not belong to this exercise" }
      if expected.isEmpty { reasons.append("there are no tests to run") }
      if claims != (code == 0) { reasons.append("the tests and how their process ended do not agree") }
      if !reasons.isEmpty {
        let first = reasons[0]
        return report(.tampered, first.prefix(1).uppercased() + first.dropFirst() + ".")
      }
      let traps = claims ? [] : ExerciseRunner.traps(in: ending.output)
      let core = tests.filter { $0.level == .core }
      let isDone = !core.isEmpty && core.allSatisfy(\.hasPassed) && stream.otherFailures.isEmpty
      let isMastered = claims && tried.count == tests.count
      return report(
        isMastered ? .mastered : isDone ? .done : .failed,
        (stream.otherFailures + traps).joined(separator: "\n"))
    }
  }
}
