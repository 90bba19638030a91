import AnswerKit
import CourseKit
import Foundation
import Typesetting

/// Finds out whether tests notice small changes to what they test: the answers to exercises, or the framework.
package struct MutantTrial {
  /// Which mutants are tried.
  package struct Choice: Sendable {
    /// The exercises whose answers are changed.
    package var exercises: [Exercise] = []
    /// Whether the framework is changed.
    package var isFramework = false
    /// How many mutants are tried, drawn with the seed; nil for all.
    package var sample: Int?
    /// The seed of the draw.
    package var seed: UInt64 = 1
    /// How many runs are in parallel.
    package var jobs = Programs.processors
    /// Files of the framework, by their names; empty for all.
    package var files: [String] = []

    /// Chooses nothing.
    package init() {}
  }

  let course: Course
  let choice: Choice
  let say: @Sendable (String) -> Void
  let progress: @Sendable (String) -> Void
  /// What is wrong with the trial itself, one sentence per problem: tests that fail anyway, an outdated list.
  package private(set) var faults: [String] = []
  private var rows: [[String]] = [["mutants of", "tried", "killed", "equivalent", "alive", "share"]]
  private var sum = Row()

  private struct Row {
    var tried = 0
    var killed = 0
    var equivalent = 0
    var alive = 0

    var cells: [String] {
      let counted = killed + alive
      let share = counted == 0 ? "" : "\((1000 * killed / counted) / 10).\((1000 * killed / counted) % 10) %"
      return ["\(tried)", "\(killed)", "\(equivalent)", "\(alive)", share]
    }
  }

  /// Makes a trial that prints its findings with `say` and its progress with `progress`.
  package init(
    _ course: Course, _ choice: Choice, say: @escaping @Sendable (String) -> Void,
    progress: @escaping @Sendable (String) -> Void
  ) {
    self.course = course
    self.choice = choice
    self.say = say
    self.progress = progress
  }

  var folder: URL { course.root.appending(path: ".build/mutants") }

  // MARK: - The framework

  /// Tries the framework with its own tests, those that explore it, and those that compare it with Foundation.
  package mutating func tryFramework() throws {
    let copy = Course(
      root: folder.appending(path: "framework"), scratch: folder.appending(path: "framework-build"))
    let tests = ["Support", "MiniOperationsTests", "ExplorerTests/Framework", "Behaviours", "ParityTests"].map
    {
      "Tests/\($0)"
    }
    let sources = ["Threading", "MiniOperations", "Soak", "Chance", "Explorer", "SightHooks", "Typesetting"]
      .map {
        "Sources/\($0)"
      }
    try CourseCopy(course).copy(sources + tests, to: copy.root)
    try Files.write(MutantTrial.manifest, to: copy.root.appending(path: "Package.swift"))
    let module = "Sources/MiniOperations"
    let paths =
      FileManager.default.enumerator(atPath: course.root.appending(path: module).path)?
      .compactMap { $0 as? String } ?? []
    var weavings: [String: Weaving] = [:]
    var texts: [String] = []
    var first = 0
    for path in paths.filter({ $0.hasSuffix(".swift") }).sorted() {
      let text = Files.text(course.root.appending(path: "\(module)/\(path)")) ?? ""
      let name = String(path.split(separator: "/").last ?? "")
      texts.append(text)
      guard choice.files.isEmpty || choice.files.contains(name) else { continue }
      let weaving = Weaving(text, file: name, from: first)
      first += weaving.mutants.count
      weavings[path] = weaving
    }
    var subjects = [
      MutantSubject(
        name: "framework", module: "MiniOperations", folder: copy.root.appending(path: module),
        weavings: weavings,
        choices: [["--skip", MutantTrial.slowTests], ["--filter", MutantTrial.slowTests]],
        equivalentsFile: course.root.appending(path: "Tests/Mutants/framework.txt"),
        fingerprint: fingerprint(texts + [CourseCopy(course).fingerprint(of: tests)]))
    ]
    try tryAll(&subjects, runner(exerciseRunner(copy), "stubs", patience: .seconds(120)))
  }

  /// The tests that take most of the processor time; they run only if the others have passed.
  private static let slowTests = "^ExplorerTests\\.|Releasing operations"

  /// Only what the tests of the framework need, which builds faster than the whole package.
  private static let manifest = """
    // swift-tools-version: 6.2
    import PackageDescription

    let package = Package(
      name: "operations-from-scratch", platforms: [.macOS(.v15)],
      targets: [
        .target(name: "Threading"),
        .target(name: "MiniOperations", dependencies: ["Threading"]),
        .target(name: "Chance"),
        .target(name: "Typesetting"),
        .target(name: "Soak", dependencies: ["MiniOperations", "Chance"]),
        .target(name: "SightHooks"),
        .target(name: "Explorer", dependencies: ["Threading", "Typesetting", "Chance", "SightHooks"]),
        .target(name: "TestSupport", path: "Tests/Support"),
        .testTarget(
          name: "MiniOperationsTests",
          dependencies: ["MiniOperations", "Threading", "Soak", "Chance", "TestSupport"]),
        .testTarget(
          name: "ExplorerTests", dependencies: ["Explorer", "MiniOperations"], path: "Tests/ExplorerTests/Framework"),
        .target(name: "Behaviours", dependencies: ["TestSupport"], path: "Tests/Behaviours"),
        .testTarget(name: "ParityTests", dependencies: ["MiniOperations", "Behaviours", "TestSupport"]),
      ])

    """

  // MARK: - Trying

  func exerciseRunner(_ course: Course) -> ExerciseRunner {
    var limits = ExerciseRunner.Limits()
    limits.build = .seconds(3600)
    return ExerciseRunner(course, limits: limits)
  }

  func runner(_ exerciseRunner: ExerciseRunner, _ variant: String, patience: Duration, _ kit: TestKit? = nil)
    -> MutantRunner
  {
    MutantRunner(
      exerciseRunner: exerciseRunner, variant: variant, patience: patience, jobs: choice.jobs,
      register: folder, kit: kit,
      say: say, tell: progress)
  }

  mutating func tryAll(_ subjects: inout [MutantSubject], _ runner: MutantRunner) throws {
    // Drawn before the build: mutants that are not tried need not be compiled.
    let drawn = draw(from: subjects)
    for place in subjects.indices {
      for path in subjects[place].paths { subjects[place].weavings[path]?.keep(drawn) }
    }
    if runner.kit == nil { try runner.build(&subjects) } else { try runner.buildAlone(&subjects) }
    let failing = runner.complaints(subjects)
    for (name, reason) in failing.sorted(by: { $0.key < $1.key }) {
      fault("\(name): the tests fail without a mutant, so nothing is tried: \(reason).")
    }
    subjects.removeAll { failing[$0.name] != nil }

    var outcomes = try runner.run(subjects, drawn)
    if runner.kit == nil { try runBuilt(subjects, runner, &outcomes) }
    for subject in subjects { judge(subject, outcomes) }
  }

  /// The mutants to try: all, or as many as are wanted, the same ones for the same seed.
  ///
  /// A mutant's name decides its lot, and not its number: a change to a source leaves the rest of a sample as it was.
  private func draw(from subjects: [MutantSubject]) -> Set<Int> {
    guard let sample = choice.sample else { return Set(subjects.flatMap(\.mutants).map(\.number)) }
    let lots = subjects.flatMap { subject in
      subject.mutants.map { mutant in
        (fingerprint(["\(choice.seed)", subject.name, mutant.name.description]), mutant.number)
      }
    }
    // Some of those drawn will not compile.
    return Set(lots.sorted { $0 < $1 }.prefix(sample).map(\.1))
  }

  /// Tries the mutants that need a build of their own: one of each subject at a time.
  private func runBuilt(
    _ subjects: [MutantSubject], _ runner: MutantRunner, _ outcomes: inout [Int: MutantOutcome]
  ) throws {
    for round in 0..<(subjects.map { $0.mutants.count(where: \.isBuilt) }.max() ?? 0) {
      for subject in subjects {
        let built = subject.mutants.filter(\.isBuilt)
        if round < built.count { try subject.write(with: built[round]) }
      }
      progress("build of its own \(round + 1)")
      guard
        runner.exerciseRunner.runBuild(runner.variant, deadline: runner.exerciseRunner.limits.build).isSuccess
      else {
        continue
      }
      for subject in subjects {
        let built = subject.mutants.filter(\.isBuilt)
        if round < built.count {
          outcomes[built[round].number] = runner.outcome(of: built[round], in: subject, switch: nil)
        }
      }
    }
  }

  private mutating func judge(_ subject: MutantSubject, _ outcomes: [Int: MutantOutcome]) {
    let list = Equivalents(Files.text(subject.equivalentsFile) ?? "")
    var row = Row()
    for problem in list.problems { fault("\(subject.name): \(problem)") }
    for mutant in subject.mutants {
      guard let outcome = outcomes[mutant.number] else { continue }
      row.tried += 1
      let isListed = list.reasons[mutant.name.description] != nil
      switch outcome.fate {
      case _ where list.races.contains(mutant.name.description): row.equivalent += 1
      case .killed:
        row.killed += 1
        if isListed {
          fault(
            "\(subject.name): listed as equivalent, but noticed by '\(outcome.by)': \(mutant.summary)")
        }
      case _ where isListed: row.equivalent += 1
      case .sometimes:
        row.alive += 1
        say("✘ \(subject.name): noticed in some runs only, by '\(outcome.by)': \(mutant.summary)")
      case .survived:
        row.alive += 1
        say("✘ \(subject.name): no test notices: \(mutant.summary)")
      }
    }
    if choice.files.isEmpty {
      for name in list.names(missingFrom: subject.weavings.values.map { ($0.file, $0.source) }) {
        fault("\(subject.name): listed as equivalent, but there is no such mutant: \(name)")
      }
    }
    sum.tried += row.tried
    sum.killed += row.killed
    sum.equivalent += row.equivalent
    sum.alive += row.alive
    rows.append([subject.name] + row.cells)
  }

  /// Reports a fault of the trial itself, for which no share of killed mutants compensates.
  private mutating func fault(_ problem: String) {
    faults.append(problem)
    say("✘ \(problem)")
  }

  /// A table: tried, killed, equivalent, alive, and the share of the mutants that are not equivalent that was killed.
  package var table: String { aligned(rows + [["total"] + sum.cells]) }

  /// The share of mutants that were killed, in percent; equivalent ones do not count.
  package var share: Double {
    sum.killed + sum.alive == 0 ? 100 : 100 * Double(sum.killed) / Double(sum.killed + sum.alive)
  }
}
