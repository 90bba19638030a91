import CourseKit
import Foundation

/// The grade of one student.
package struct Grade: Sendable, Codable {
  /// The student's id; empty when the course itself was graded.
  package let student: String
  /// One report per exercise of the course, in its order.
  package var reports: [Report]
  /// Observations without an effect on the points: replaced tests, links in the place of files.
  package var remarks: [String]
  /// Which protection against a student's code was in force, or was not available.
  package let protection: String
  /// When it was graded.
  package let date: Date
  /// When the work was handed in; nil if unknown; each run reads it again.
  package var handIn: HandIn?
  /// The same as reports show it.
  package var handedIn: String?
  /// Whether the platform has marked it as late.
  var isMarkedLate: Bool?
  /// Who the student is.
  package var person = Person()

  /// The remark on a student without a submission.
  static let nothing = "nothing was handed in"
  /// Whether there is no submission.
  package var isNothing: Bool { remarks.contains(Grade.nothing) }

  /// The exercises with their reports.
  package var rows: [(exercise: Exercise, report: Report)] {
    reports.compactMap { report in Catalogue.exercise(report.exercise).map { ($0, report) } }
  }

  /// Whether every exercise has a verdict; false if the machine ended a build or a run.
  package var isGraded: Bool { !reports.contains { $0.state == .notGraded } }
  /// False if the submission has files, but none was recognised.
  package var isRecognised: Bool { !reports.contains { $0.state == .notRecognised } }

  /// How many hints the student has taken, by exercise, according to the file in which `course` keeps the
  /// progress.
  package var hints: [Int: Int]?
  /// Whether the core alone was graded, and counts.
  package var isCoreAlone = false
  /// Points by exercise, set by hand.
  package var overrides: [Int: Int]?
  /// How much of the points is lost to lateness, in percent.
  package var deduction: Int?
  /// Whether points that were set by hand are reduced too.
  package var reducesPointsByHand: Bool?

  /// The points for one exercise; those given by hand fill the core first.
  func points(_ exercise: Exercise, _ report: Report) -> Points {
    let maximum = maximum(exercise)
    if let points = overrides?[exercise.number] {
      let core = min(points, maximum.core)
      return Points(core: core, depth: points - core)
    }
    let points = report.score(outOf: exercise.points)
    return Points(core: points.core, depth: maximum.depth == 0 ? 0 : points.depth)
  }

  /// The highest possible points for one exercise.
  func maximum(_ exercise: Exercise) -> Points {
    isCoreAlone ? Points(core: exercise.points.core) : exercise.points
  }

  /// The points of all exercises, less the deduction for lateness, which spares those that were set by hand.
  package var score: Int {
    let spared = reducesPointsByHand == true ? [] : rows.filter { overrides?[$0.exercise.number] != nil }
    let byHand = spared.reduce(0) { $0 + points($1.exercise, $1.report).total }
    let all = rows.reduce(0) { $0 + points($1.exercise, $1.report).total }
    return byHand + (all - byHand) * (100 - (deduction ?? 0)) / 100
  }
  /// The highest possible score.
  package var maximum: Int { rows.reduce(0) { $0 + maximum($1.exercise).total } }
}

/// Grades this checkout or the submissions of a class.
package struct Grader: Sendable {
  let course: Course
  package var limits: ExerciseRunner.Limits
  /// The sandbox for the submissions' code.
  package var sandbox: Sandbox
  /// Why the kinds of sandbox that are stronger do not work here.
  package let weakness: [String]
  /// The exercises that are graded; nil for all.
  package var chosen: Set<Int>?
  /// Whether the core of each exercise is graded alone.
  package var isCoreAlone = false
  /// The submissions whose answers are run even if they would be refused, or everyone.
  package var pardoned: Set<String> = []
  /// What `--pardon` calls the whole class.
  static let everyone = "all"
  /// Grades one submission; a test replaces it to simulate builds and runs.
  var judge: (@Sendable (String, GradedFiles) throws -> Grade)?
  /// The version of the toolchain that grades.
  let toolchain: String

  /// A grader with the course's own tests.
  package init(_ course: Course) {
    self.course = course
    var limits = ExerciseRunner.Limits()
    limits.build = .seconds(600)
    limits.processor = 60
    limits.tests = .seconds(60)
    limits.memory = 6144
    limits.isNice = true
    self.limits = limits
    (sandbox, weakness) = Grader.strongest
    toolchain = Grader.toolchain
  }

  /// Tried once: a test makes many graders.
  private static let strongest: (Sandbox, [String]) = {
    let (working, failures) = Sandbox.probed()
    return (working[0], working[0].limitsTheFolder ? [] : failures)
  }()

  private static let toolchain: String = {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let ending = Programs.run(
      ["swift", "--version"], in: URL(filePath: "/"), environment: ["PATH": path], deadline: .seconds(60),
      outputCap: 10_000)
    let line = ending.output.split(separator: "\n").first { $0.contains("Swift version") }
    return line.map(String.init) ?? "an unknown toolchain"
  }()

  /// The exercises that the course has.
  package var exercises: [Exercise] {
    Catalogue.exercises.filter { course.has($0) && chosen?.contains($0.number) ?? true }
  }

  /// Grades the files of this checkout where they are.
  package func gradeCheckout(onto tell: (Exercise, Report) -> Void) -> Grade {
    var limits = limits
    // The first build may have to compile everything.
    limits.processor = 0
    var runner = ExerciseRunner(course, limits: limits)
    runner.scope = isCoreAlone ? .core : .coreFirst
    let untouched = exercises.filter(course.isUntouched)
    let begun = exercises.filter { exercise in !untouched.contains { $0.number == exercise.number } }
    let reports =
      untouched.map { Report.notStarted($0) }
      + runner.check(begun) { report in
        if let exercise = Catalogue.exercise(report.exercise) { tell(exercise, report) }
      }
    return Grade(
      student: "", reports: reports.sorted { $0.exercise < $1.exercise }, remarks: [],
      protection: "the tests of this checkout, which its owner can change; deadlines and limits, no sandbox",
      date: Date(), isCoreAlone: isCoreAlone)
  }
}
