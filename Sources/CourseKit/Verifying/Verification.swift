import Foundation

/// The author's proof that the tests of the exercises can be trusted, and that the texts are in step.
public struct Verification {
  private let course: Course
  private var workshop: Workshop
  private let say: @Sendable (String) -> Void
  private let begin = ContinuousClock.now
  private var rows: [Int: Row] = [:]
  /// What does not hold, a sentence each.
  public private(set) var problems: [String] = []
  private var told = 0

  private struct Row {
    var tests = 0
    var mistakes = 0
    var caught = 0
  }

  /// A verification that tells `say` what it is doing.
  public init(_ course: Course, say: @escaping @Sendable (String) -> Void) {
    // The ordinary folder: builds before and after this one share its results.
    self.course = Course(root: course.root, scratch: course.root.appending(path: ".build"))
    var limits = Workshop.Limits()
    limits.build = .seconds(1200)
    workshop = Workshop(self.course, limits: limits)
    workshop.readsManifest = true
    workshop.flags = []
    self.say = say
  }

  /// The exercises that are there.
  private var exercises: [Exercise] { Catalogue.exercises.filter(course.has) }

  /// What is only read: texts, snippets, the copies of the stubs.
  public mutating func readTexts(fixing: Bool) throws {
    if fixing {
      try Texts(course).keepStubs()
      for exercise in exercises { try MistakeFiles(course).renew(exercise) }
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
    problems += try Snippets(course).problems(fixing: fixing) + Snippets(course).unused()
    problems += Readable(course).problems()
    problems += Voice(course).problems()
    step("texts and snippets read")
  }

  /// What is built and run: stubs, solutions, alternatives, mistakes; `only` those exercises.
  public mutating func runExercises(only chosen: [Exercise]) {
    let exercises = exercises.filter { exercise in chosen.contains { $0.number == exercise.number } }
    for exercise in exercises {
      rows[exercise.number] = Row(
        tests: TestSource.names(of: exercise, in: course).count,
        mistakes: course.mistakes(of: exercise).count)
    }
    // One after the other, because it is the time of each that counts.
    run("stubs", exercises, atOnce: 1) { [workshop] report, exercise in
      Verification.objections(toStub: Verification.quickest(report, workshop, exercise), of: exercise)
    }
    run("alternatives", exercises, times: 3) { Verification.objections(toAnswer: $0, of: $1) }
    let mistakes = writeMistakes(of: exercises)
    for number in 1...max(1, mistakes.values.map(\.count).max() ?? 0) {
      let having = exercises.filter { mistakes[$0.number, default: []].count >= number }
      let caught = Locked<[Int]>([])
      run("mistakes-\(number)", having) { report, exercise in
        let mistake = mistakes[exercise.number, default: []][number - 1]
        let objections = Verification.objections(toMistake: mistake, report)
        if objections.isEmpty { caught.withValue { $0.append(exercise.number) } }
        return objections
      }
      for exercise in caught.value { rows[exercise]?.caught += 1 }
    }
    run("solutions", exercises, times: 3) { Verification.objections(toAnswer: $0, of: $1) }
  }

  /// Writes the wrong answers out as files; those of an exercise where each of them fits its solution.
  private mutating func writeMistakes(of exercises: [Exercise]) -> [Int: [Mistake]] {
    var mistakes: [Int: [Mistake]] = [:]
    for exercise in exercises {
      do {
        let found = try MistakeFiles(course).write(exercise)
        note(found, "mistakes", exercise)
        if found.isEmpty { mistakes[exercise.number] = course.mistakes(of: exercise) }
      } catch {
        note(["The mistakes cannot be written out: \(error)"], "mistakes", exercise)
      }
    }
    return mistakes
  }

  /// Builds a variant and asks of each exercise's report what is wrong with it.
  private mutating func run(
    _ variant: String, _ exercises: [Exercise], times: Int = 1, atOnce: Int = Programs.processors,
    objections: @escaping @Sendable (Report, Exercise) -> [String]
  ) {
    let before = problems.count
    guard !exercises.isEmpty else { return }
    // With some of them only, there is no need to build the rest of the package.
    let isAll = exercises.count == self.exercises.count
    let numbers = exercises.map { String($0.module.suffix(2)) }.joined(separator: ",")
    if workshop.build(isAll ? variant : "\(variant):\(numbers)", deadline: workshop.limits.build) == nil {
      let found = Locked<[Int: [String]]>([:])
      // The runs of one exercise follow each other, those of several go side by side.
      inParallel(exercises.count, atOnce: atOnce) { [workshop] index in
        let exercise = exercises[index]
        for _ in 0..<times {
          let texts = objections(workshop.runTests(of: exercise), exercise)
          found.withValue { $0[exercise.number, default: []] += texts }
        }
      }
      for exercise in exercises { note(found.value[exercise.number] ?? [], variant, exercise) }
    } else {
      // Something in it does not compile, which stops all: each by itself then, to find which.
      for exercise in exercises {
        let message = workshop.build(
          "\(variant):\(exercise.module.suffix(2))", deadline: workshop.limits.build)
        let texts = message.map { ["It does not compile.\n\($0)"] }
        note(texts ?? objections(workshop.runTests(of: exercise), exercise), variant, exercise)
      }
    }
    let count = problems.count - before
    let outcome = count == 0 ? "as it must be" : counted(count, "problem")
    step("\(variant): \(counted(exercises.count, "exercise")), \(outcome)")
  }

  private mutating func note(_ texts: [String], _ variant: String, _ exercise: Exercise) {
    problems += texts.map { "\(exercise.folder), \(variant): \($0)" }
  }

  /// Runs the lessons with their waits shortened; each must say that its claims held.
  public mutating func runLessons() {
    let lessons = Catalogue.lessons.filter(course.has)
    for lesson in lessons {
      do {
        _ = try course.output(
          of: lesson, [], in: course.scratch.appending(path: "debug"), environment: workshop.environment())
      } catch {
        problems.append(error.description)
      }
    }
    step("\(counted(lessons.count, "lesson")) run")
  }

  /// Writes the student edition and tries it: it builds without a warning, and its stubs fail.
  public mutating func tryExport() throws {
    let folder = course.scratch.appending(path: "export")
    try Files.removeIfThere(folder)
    defer { try? Files.removeIfThere(folder) }
    try Edition(course).export(to: folder, solutions: "Nowhere.")
    let copy = Course(root: folder)
    var workshop = Workshop(copy, limits: workshop.limits)
    workshop.flags = []
    let ending = workshop.runBuild("stubs", deadline: workshop.limits.build)
    let warnings = ending.output.split(separator: "\n").filter { $0.contains("warning: ") }
    if !ending.isSuccess {
      problems.append("The student edition does not build.\n\(ending.output.suffix(2000))")
    } else {
      problems += Set(warnings).sorted().map { "The student edition is built with a warning: \($0)" }
      for exercise in exercises {
        let report = Verification.quickest(workshop.runTests(of: exercise), workshop, exercise)
        note(Verification.objections(toStub: report, of: exercise), "export", exercise)
      }
    }
    step("the student edition built and tried")
  }

  /// Grades a class of cheats, under the strongest sandbox of the machine or under every one.
  public mutating func gradeCheats(underEverySandbox isThorough: Bool) throws {
    let sandboxes = Sandbox.available()
    let result = try Cheats(course).problems(under: isThorough ? sandboxes : Array(sandboxes.prefix(1)))
    problems += result.problems
    step("\(counted(result.students, "cheat")) graded")
  }

  /// Says what was done, and at once what was found.
  private mutating func step(_ text: String) {
    let elapsed = Int((.now - begin) / .seconds(1))
    say("[\(elapsed / 60):\(elapsed % 60 < 10 ? "0" : "")\(elapsed % 60)] \(text)")
    for problem in problems[told...] { say("✘ \(problem)") }
    told = problems.count
  }

  /// Exercises, tests, mistakes tried, mistakes caught.
  public var table: String {
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
    return columns(lines)
  }
}
