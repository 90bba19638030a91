import CourseKit
import Foundation
import GradeKit
import Terminal

/// The author's proof that the tests of the exercises can be trusted, and that the texts agree with the code.
package struct Verification {
  let course: Course
  var runner: ExerciseRunner
  private let say: @Sendable (String) -> Void
  private let begin = ContinuousClock.now
  var rows: [Int: Row] = [:]
  /// What does not hold, one sentence per problem.
  package internal(set) var problems: [String] = []
  private var told = 0

  struct Row {
    var tests = 0
    var mistakes = 0
    var caught = 0
  }

  /// Makes a verification that reports its progress to `say`.
  package init(_ course: Course, say: @escaping @Sendable (String) -> Void) {
    // The default folder: builds before and after this one share its results.
    self.course = Course(root: course.root, scratch: course.root.appending(path: ".build"))
    var limits = ExerciseRunner.Limits()
    limits.build = .seconds(1200)
    runner = ExerciseRunner(self.course, limits: limits)
    runner.readsManifest = true
    runner.scope = .everything
    // The flags of 'swift build' and 'swift test'.
    runner.flags = []
    self.say = say
  }

  /// The exercises in this copy.
  var exercises: [Exercise] { Catalogue.exercises.filter(course.has) }

  /// Checks what needs no build: texts, snippets, the copies of the stubs.
  package mutating func readTexts(fixing: Bool) throws {
    if fixing {
      try course.keepStubs()
      for exercise in exercises { try course.renewMistakes(of: exercise) }
    }
    let texts = Texts(course)
    let missing =
      Catalogue.exercises.filter { !course.has($0) }.map { "Exercises/\($0.folder)" }
      + Catalogue.lessons.filter { !course.has($0) }.map { "Lessons/\($0.folder)" }
    problems += missing.map { "There is no folder \($0) yet." }
    for exercise in exercises {
      let found = texts.problems(of: exercise) + texts.problems(ofStubOf: exercise)
      problems += found.map { "\(exercise.folder): \($0)" }
    }
    problems += try Snippets(course).problems(fixing: fixing)
    step("texts and snippets read")
  }

  mutating func note(_ texts: [String], _ variant: String, _ exercise: Exercise) {
    problems += texts.map { "\(exercise.folder), \(variant): \($0)" }
  }

  /// Runs the lessons with shortened waits; each must report that its claims held.
  package mutating func runLessons() {
    let lessons = Catalogue.lessons.filter(course.has)
    for lesson in lessons {
      do {
        _ = try course.output(
          of: lesson, [], in: course.scratch.appending(path: "debug"), environment: runner.environment())
      } catch {
        problems.append(error.description)
      }
    }
    step("\(counted(lessons.count, "lesson")) run")
  }

  /// Writes the student edition and tries it: it builds without a warning, and its stubs fail.
  package mutating func tryExport() throws {
    let folder = course.scratch.appending(path: "export")
    try Files.removeIfThere(folder)
    defer { try? Files.removeIfThere(folder) }
    try StudentEdition(course).export(to: folder, solutions: "Nowhere.")
    let copy = Course(root: folder)
    var runner = ExerciseRunner(copy, limits: runner.limits)
    runner.scope = .everything
    let ending = runner.runBuild("stubs", deadline: runner.limits.build)
    // Of its code: the compiler's driver warns of the flags.
    let warnings = ending.output.split(separator: "\n").filter { $0.contains(": warning: ") }
    if !ending.isSuccess {
      problems.append("The student edition does not build.\n\(ending.output.suffix(2000))")
    } else {
      problems += Set(warnings).sorted().map { "The build of the student edition has a warning: \($0)" }
      for exercise in exercises {
        let report = runner.runTests(of: exercise)
        note(Verification.objections(toStub: report), "export", exercise)
      }
    }
    step("the student edition built and tried")
  }

  /// Grades a class of cheats, under the strongest sandbox of the machine or under every one.
  package mutating func gradeCheats(underEverySandbox isThorough: Bool) throws {
    let sandboxes = Sandbox.available()
    let result = try Cheats(course).problems(under: isThorough ? sandboxes : Array(sandboxes.prefix(1)))
    problems += result.problems
    step("\(counted(result.students, "cheat")) graded")
  }

  /// Reports what was done, and at once what was found.
  mutating func step(_ text: String) {
    let elapsed = Int((.now - begin) / .seconds(1))
    say("[\(elapsed / 60):\(elapsed % 60 < 10 ? "0" : "")\(elapsed % 60)] \(text)")
    for problem in problems[told...] { say("✘ \(problem)") }
    told = problems.count
  }

  /// A table: exercises, tests, mistakes tried, mistakes caught.
  package var table: String {
    var lines = [["exercise", "tests", "mistakes", "caught"]]
    for exercise in Catalogue.exercises {
      guard let row = rows[exercise.number] else { continue }
      lines.append([exercise.folder, "\(row.tests)", "\(row.mistakes)", "\(row.caught)"])
    }
    let sum = rows.values.reduce(into: Row()) {
      $0.tests += $1.tests
      $0.mistakes += $1.mistakes
      $0.caught += $1.caught
    }
    lines.append(["together", "\(sum.tests)", "\(sum.mistakes)", "\(sum.caught)"])
    return aligned(lines)
  }
}
