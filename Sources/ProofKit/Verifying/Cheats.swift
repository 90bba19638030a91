import CourseKit
import Foundation
import GradeKit

/// A class of cheats, and the required results of grading it.
///
/// Each hands in a right answer to one exercise and tries a trick in another: the first must earn its points,
/// the second none. The tricks are in `Tests/GradeTests/Proof/Cheats`, those for another exercise than 05 in
/// a folder with its number; none of them can harm the machine.
struct Cheats {
  let course: Course
  private let honest = Catalogue.exercises[0]
  private let target = Catalogue.exercises[4]

  /// Tricks without an effect, and the remarks that they must cause.
  private var flags: [String: [String]] {
    let tests = Files.names(in: course.tests(of: target)).map { "\(target.folder)/\($0)" }
    return [
      "replaces-tests-and-manifest": ["Package.swift was changed"] + tests.map { "\($0) was changed" },
      "deletes-the-tests": tests.map { "\($0) was removed" },
    ]
  }

  init(_ course: Course) { self.course = course }

  /// Grades the class; returns how many students it has, and one sentence per wrong result.
  func problems(under sandboxes: [Sandbox]) throws -> (students: Int, problems: [String]) {
    guard course.has(honest), course.has(target) else {
      return (0, ["The cheats need the exercises \(honest.folder) and \(target.folder)."])
    }
    let folder = course.root.appending(path: ".build/cheats")
    try Files.removeIfThere(folder)
    defer { try? Files.removeIfThere(folder) }
    let answers = try answers()
    for answer in answers {
      try handIn(answer.text, to: answer.exercise, at: folder.appending(path: answer.name))
    }
    try structural(folder)

    var grader = Grader(course)
    grader.limits.tests = .seconds(25)
    let solved = folder.appending(path: "right-answers")
    for exercise in grader.exercises {
      for (name, answer) in course.solution(of: exercise) {
        try Files.write(answer, to: solved.appending(path: "Exercises/\(exercise.folder)/\(name)"))
      }
    }
    var problems: [String] = []
    var choice = ClassChoice()
    choice.regrades = true
    var count = 0
    for sandbox in sandboxes {
      grader.sandbox = sandbox
      let grades = try grader.gradeClass(in: folder, choice) { _ in }
      problems += grades.flatMap(objections).map { "\(sandbox.kind): \($0)" }
      if count == 0 { count = grades.count - 1 }
      // An answer that is refused for its text, or does not compile, never runs: another sandbox makes no
      // difference.
      let ran = grades.filter { grade in
        grade.reports.contains { $0.exercise != honest.number && $0.seconds > 0 }
      }
      choice.only = Set(ran.map(\.student))
    }
    if count < answers.count + 6 { problems.append("Not every cheat was graded.") }
    if !Programs.processes(marked: Programs.markOfThisTool).isEmpty {
      problems.append("A cheat has left a process running.")
    }
    return (count, problems)
  }

  /// The answers with a trick: the stub of exercise 05, followed by the trick's file, and whole answers to
  /// other exercises.
  ///
  /// If the trick is a function `cheat`, the stub calls it when a step is made.
  func answers() throws -> [(name: String, exercise: Exercise, text: String)] {
    let stub = Files.text(course.root.appending(path: course.paths(of: target)[0])) ?? ""
    let place = "    self.name = name\n"
    guard stub.contains(place) else {
      throw CourseError("\(target.files[0]) has no line '\(place)' after which a trick could be called.")
    }
    let calling = stub.replacing(place, with: place + "    cheat(self)\n")
    let tricks = course.root.appending(path: "Tests/GradeTests/Proof/Cheats")
    let others = Catalogue.exercises.flatMap { exercise in
      tricksWithNames(in: tricks.appending(path: String(exercise.folder.prefix(2)))).map {
        ($0.name, exercise, $0.text)
      }
    }
    return tricksWithNames(in: tricks).map { name, trick in
      let isFunction = trick.contains("func cheat(_ step: Step)")
      return (name, target, "\(isFunction ? calling : stub)\n\(trick)")
    } + others
  }

  private func tricksWithNames(in folder: URL) -> [(name: String, text: String)] {
    Files.names(in: folder).filter { $0.hasSuffix(".swift") }.map { file in
      (String(file.dropLast(".swift".count)), Files.text(folder.appending(path: file)) ?? "")
    }
  }

  private func objections(_ grade: Grade) -> [String] {
    var problems: [String] = []
    if grade.student == "right-answers" {
      return grade.score == grade.maximum ? [] : ["Right answers lose points: \(grade.text)"]
    }
    for (exercise, report) in grade.rows {
      let score = report.score(outOf: exercise.points).total
      if exercise.number != honest.number, score != 0 {
        problems.append("The cheat '\(oneLine(grade.student))' has \(score) points: \(report.details)")
      }
      if exercise.number == honest.number, score != exercise.points.total {
        problems.append(
          "The cheat '\(oneLine(grade.student))' costs another exercise points: \(report.details)")
      }
    }
    for flag in flags[grade.student] ?? [] where !grade.remarks.contains(where: { $0.contains(flag) }) {
      problems.append("The cheat '\(grade.student)' is not flagged: no remark says '\(flag)'.")
    }
    return problems
  }

  /// Writes a submission: a right answer to one exercise, and `text` as the answer to another.
  private func handIn(_ text: String?, to exercise: Exercise? = nil, at student: URL) throws {
    for (name, answer) in course.solution(of: honest) {
      try Files.write(answer, to: student.appending(path: "Exercises/\(honest.folder)/\(name)"))
    }
    if let text {
      try Files.write(text, to: student.appending(path: course.paths(of: exercise ?? target)[0]))
    }
  }

  /// Writes the submissions whose trick is not in a file's text.
  private func structural(_ folder: URL) throws {
    let path = course.paths(of: target)[0]
    let stub = Files.text(course.root.appending(path: path)) ?? ""

    let replaces = folder.appending(path: "replaces-tests-and-manifest")
    try handIn(stub + "// begun\n", at: replaces)
    try Files.write("// nothing to build\n", to: replaces.appending(path: "Package.swift"))
    let tests = "Tests/ExerciseTests/\(target.folder)"
    for name in Files.names(in: course.root.appending(path: tests)) {
      try Files.write(
        "import Testing\n@Test func nothing() {}\n", to: replaces.appending(path: "\(tests)/\(name)"))
    }

    let deletes = folder.appending(path: "deletes-the-tests")
    try handIn(stub + "// begun\n", at: deletes)
    let support = "Tests/ExerciseSupport/Requirement.swift"
    let text = Files.text(course.root.appending(path: support)) ?? ""
    try Files.write(text, to: deletes.appending(path: support))

    let links = folder.appending(path: "links-out-of-its-folder")
    try handIn(nil, at: links)
    let link = links.appending(path: path)
    try FileManager.default.createDirectory(
      at: link.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      at: link, withDestinationURL: course.folder(of: target).appending(path: "Solution/\(target.files[0])"))

    let huge = folder.appending(path: "hands-in-a-gigabyte")
    try handIn("", at: huge)
    let handle = try FileHandle(forWritingTo: huge.appending(path: path))
    try handle.truncate(atOffset: 1 << 30)
    try handle.close()

    let named = folder.appending(path: "has a name\nin two lines")
    try handIn(stub, at: named)
    try Files.write("", to: named.appending(path: "Exercises/\(target.folder)/also\nin two lines.swift"))

    // It climbs out with one file and hands in the right answer to the other exercise.
    try handIn(nil, at: folder.appending(path: "climbing/in"))
    try Files.write(stub + "// begun\n", to: folder.appending(path: "climbing/\(path)"))
    let packing = Programs.run(
      ["tar", "-czPf", "../../climbs-out.tar.gz", "Exercises", "../\(path)"],
      in: folder.appending(path: "climbing/in"), environment: ["PATH": "/usr/bin:/bin"],
      deadline: .seconds(60),
      outputCap: 1000)
    try Files.removeIfThere(folder.appending(path: "climbing"))
    if !packing.isSuccess { throw CocoaError(.fileWriteUnknown) }
  }
}
