import Foundation

/// Builds the tests of exercises and runs them, one exercise in a process of its own.
///
/// The learner's check, the author's proof and the instructor's grading all come here, so that a learner's
/// green is a teacher's green.
public struct Workshop: Sendable {
  let course: Course
  let limits: Limits
  /// What stands in front of a command that runs a learner's code, to keep it in.
  var sandbox: [String] = []
  /// Whether the manifest is read again, because folders may have been added since; it costs half a second.
  var readsManifest = false

  /// How the compiler is called: what nobody debugs needs nothing for a debugger.
  var flags = ["-Xswiftc", "-gnone"]

  /// What a run may take.
  public struct Limits: Sendable {
    /// For building.
    public var build = Duration.seconds(600)
    /// For each exercise that is built together with others, besides.
    public var buildEachMore = Duration.seconds(10)
    /// For the tests of one exercise; each of them has a deadline of its own besides.
    public var tests = Duration.seconds(120)
    /// Of what is printed, in bytes.
    public var output = 256 * 1024
    /// Of a file that is written, in megabytes; 0 for no limit.
    public var file = 64
    /// Of memory that the tests or the compiler ask for, in megabytes; 0 for no limit.
    public var memory = 0

    /// The limits for a learner's own machine.
    public init() {}
  }

  /// A workshop for one course.
  public init(_ course: Course, limits: Limits = Limits()) {
    self.course = course
    self.limits = limits
  }

  /// Builds and runs one exercise as the learner has it.
  public func check(_ exercise: Exercise) -> Report {
    let ending = runBuild(variant([exercise]), deadline: limits.build)
    return ending.isSuccess ? runTests(of: exercise) : .didNotCompile(exercise, complaint(ending))
  }

  /// Builds and runs several exercises as the learner has them; what does not compile costs only itself.
  ///
  /// All that compiles is built at once, which is sooner done than one after the other. The rest is built each
  /// by itself: that something does not compile is never said because of the company that it was in.
  func check(_ exercises: [Exercise], onto tell: (Report) -> Void = { _ in }) -> [Report] {
    var together = exercises
    while together.count > 1 {
      let ending = runBuild(variant(together), deadline: limits.build + limits.buildEachMore * together.count)
      if ending.isSuccess { break }
      let innocent = together.filter { !Workshop.errors(in: ending.output, concern: $0) }
      // The linker names no file, and neither does a deadline.
      together = innocent.count < together.count ? innocent : []
    }
    if together.count == 1 { together = [] }
    func report(_ exercises: [Exercise], _ check: (Exercise) -> Report) -> [Report] {
      exercises.map { exercise in
        let report = check(exercise)
        tell(report)
        return report
      }
    }
    // Those that are built are run first: building another one takes their place.
    let alone = exercises.filter { exercise in !together.contains { $0.number == exercise.number } }
    return (report(together, runTests) + report(alone, check)).sorted { $0.exercise < $1.exercise }
  }

  // MARK: - Building

  /// The learner's files of these exercises, and nothing else in the package.
  private func variant(_ exercises: [Exercise]) -> String {
    "stubs:" + exercises.map { String($0.module.suffix(2)) }.joined(separator: ",")
  }

  /// Builds a variant with its tests; nil when that went well, else what the compiler says.
  func build(_ variant: String, deadline: Duration) -> String? {
    let ending = runBuild(variant, deadline: deadline)
    return ending.isSuccess ? nil : complaint(ending)
  }

  /// Builds untouched exercises, so that the next build is about the answers alone.
  func warmUp(_ exercises: [Exercise]) throws {
    let ending = runBuild(variant(exercises), deadline: .seconds(900))
    if !ending.isSuccess { throw DoesNotBuild(message: complaint(ending)) }
  }

  /// The course itself cannot be built, which is no student's fault.
  struct DoesNotBuild: Error, CustomStringConvertible {
    let message: String
    var description: String { "the course itself does not build, so nobody can be graded.\n\(message)" }
  }

  /// What there is to say of a build that did not go well.
  private func complaint(_ ending: Ending) -> String {
    switch ending.way {
    case .timedOut:
      "The compiler had not come to an end after \(seconds(ending.duration)) and was ended."
    case .notStarted(let reason): "swift could not be started: \(reason). Is it in the path?"
    default: Workshop.diagnostics(in: ending.output, root: course.root.path)
    }
  }

  func runBuild(_ variant: String, deadline: Duration) -> Ending {
    Programs.run(
      [
        "swift", "build", "--build-tests", "--scratch-path", course.scratch.path, "--disable-sandbox",
        "--manifest-cache", readsManifest ? "none" : "local",
      ] + flags,
      in: course.root, environment: environment(["EXERCISES": variant]), deadline: deadline,
      outputCap: 1 << 20, megabytes: (0, limits.memory), isTrusted: true)
  }

  /// Whether a compiler's output has an error in the files of an exercise, or of its tests.
  static func errors(in output: String, concern exercise: Exercise) -> Bool {
    output.split(separator: "\n").contains { line in
      line.contains("/\(exercise.folder)/") && line.firstMatch(of: /:\d+:\d+: error:/) != nil
    }
  }

  /// What a compiler's output says: every diagnostic once, with its lines of source, and nothing else.
  ///
  /// Where there is none, as when the linker complains, the end of it without the lines on progress.
  static func diagnostics(in output: String, root: String) -> String {
    var blocks: [[String]] = []
    var isOpen = false
    for line in output.replacing("\(root)/", with: "").split(separator: "\n").map(String.init) {
      let isDiagnostic = line.firstMatch(of: /^[^ |]+:\d+:\d+: (?:error|warning|note):/) != nil
      if isDiagnostic { blocks.append([]) }
      let isSource = line.firstMatch(of: /^ *\d* *\|/) != nil
      isOpen = isDiagnostic || isOpen && isSource
      if isOpen { blocks[blocks.count - 1].append(line) }
    }
    var seen: Set<String> = []
    let errors = blocks.filter { $0[0].contains(": error: ") && seen.insert($0[0]).inserted }
    if errors.isEmpty {
      let lines = output.split(separator: "\n").filter { $0.firstMatch(of: /^\[\d+\/\d+\]/) == nil }
      return String(lines.joined(separator: "\n").suffix(4000))
    }
    let text = errors.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
    return text.count > 4000 ? text.prefix(4000) + "\n(cut here)" : text
  }

  /// What the first traps said; only for the reader, because anybody can print it.
  static func traps(in output: String) -> [String] {
    var seen: Set<Substring> = []
    let lines = output.split(separator: "\n").filter {
      $0.contains("Fatal error: ") && seen.insert($0).inserted
    }
    return lines.prefix(3).map { String($0.prefix(300)) }
  }

  /// A clean environment: what a program needs to be found and to print, and nothing of the learner's.
  func environment(_ more: [String: String] = [:]) -> [String: String] {
    let kept = ["PATH", "HOME", "TMPDIR", "LANG", "LC_ALL", "DEVELOPER_DIR", "TOOLCHAINS", "SDKROOT"]
    var result = ProcessInfo.processInfo.environment.filter { kept.contains($0.key) }
    // A trap is told by its signal; the search for its place would take seconds for each.
    result["SWIFT_BACKTRACE"] = "enable=no"
    result["NO_COLOR"] = "1"
    return result.merging(more) { $1 }
  }

  // MARK: - Running

  /// Runs the tests of one exercise, which have been built.
  func runTests(of exercise: Exercise) -> Report {
    let folder = course.scratch.appending(path: "runs")
    let stream = folder.appending(path: "\(exercise.module)-\(UInt64.random(in: 0 ... .max)).jsonl")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: stream) }
    let ending = Programs.run(
      sandbox + testCommand(for: exercise, stream: stream), in: course.root,
      environment: environment(), deadline: limits.tests, outputCap: limits.output,
      megabytes: (limits.file, limits.memory))
    let data = FileManager.default.contents(atPath: stream.path) ?? Data()
    return judge(exercise, ending, TestStream(data, module: "\(exercise.module)Tests"))
  }

  /// The command that runs the tests whose names match, or all, without a stream of events.
  func testCommand(filter: String?) -> [String] {
    let choice = filter.map { ["--filter", $0] } ?? []
    #if os(macOS)
      return ["swift", "test", "--skip-build", "--scratch-path", course.scratch.path, "--disable-xctest"]
        + choice
    #else
      let product = "debug/operations-from-scratchPackageTests.xctest"
      return [course.scratch.appending(path: product).path, "--testing-library", "swift-testing"] + choice
    #endif
  }

  private func testCommand(for exercise: Exercise, stream: URL) -> [String] {
    let choice = [
      "--testing-library", "swift-testing", "--event-stream-output-path", stream.path,
      "--event-stream-version", "0", "--filter", "^\(exercise.module)Tests\\.",
    ]
    #if os(macOS)
      // A bundle, which only the toolchain knows how to load.
      return ["swift", "test", "--skip-build", "--scratch-path", course.scratch.path, "--disable-xctest"]
        + choice.dropFirst(2)
    #else
      let product = "debug/operations-from-scratchPackageTests.xctest"
      return [course.scratch.appending(path: product).path] + choice
    #endif
  }

  /// Makes a verdict of how the process ended, what the stream says, and what should stand in it.
  ///
  /// None of the three is enough: a learner's code can end the process with success, and can print.
  func judge(_ exercise: Exercise, _ ending: Ending, _ stream: TestStream) -> Report {
    let expected = TestSource.names(of: exercise, in: course)
    let tests = expected.map { name in
      let seen = stream.tests.filter { $0.name == name }
      return TestResult(
        name: name, hasPassed: seen.count == 1 && seen[0].hasPassed,
        isVacuous: exercise.vacuousTests.contains(name),
        failures: seen.flatMap(\.failures).map { $0.count > 20_000 ? $0.prefix(20_000) + " (cut here)" : $0 })
    }
    func report(_ state: State, _ message: String = "") -> Report {
      Report(
        exercise: exercise.number, state: state, tests: tests, message: message,
        seconds: ending.duration / .seconds(1))
    }
    let unfinished = stream.tests.first { $0.starts > $0.ends }.map { " during '\($0.name)'" } ?? ""
    switch ending.way {
    case .notStarted(let reason): return report(.crashed, "The tests could not be started: \(reason).")
    case .timedOut:
      return report(
        .timedOut, "The tests did not end within \(seconds(limits.tests)) and were ended\(unfinished).")
    case .signalled(let number):
      return report(.crashed, "The process of the tests was ended by signal \(number)\(unfinished).")
    case .exited(let code):
      guard stream.hasEnded else {
        return report(.crashed, "The process of the tests ended with \(code)\(unfinished), before its end.")
      }
      let missing = expected.filter { name in !stream.tests.contains { $0.name == name } }
      let added = stream.tests.filter { !expected.contains($0.name) }.map(\.name)
      let claims = tests.allSatisfy(\.hasPassed) && stream.otherFailures.isEmpty
      var reasons = stream.oddities + missing.map { "the test '\($0)' did not run" }
      reasons += added.map { "the test '\($0)' is none of this exercise's" }
      if expected.isEmpty { reasons.append("there are no tests to run") }
      if claims != (code == 0) { reasons.append("the tests and how their process ended do not agree") }
      if !reasons.isEmpty {
        let first = reasons[0]
        return report(.tampered, first.prefix(1).uppercased() + first.dropFirst() + ".")
      }
      let traps = claims ? [] : Workshop.traps(in: ending.output)
      return report(claims ? .passed : .failed, (stream.otherFailures + traps).joined(separator: "\n"))
    }
  }
}

func seconds(_ duration: Duration) -> String { counted(Int(duration / .seconds(1)), "second") }
