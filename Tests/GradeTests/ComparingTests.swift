import Foundation
import TestSupport
import Testing

@testable import CourseKit
@testable import GradeKit

/// What an instructor learns from the answers of a whole class.
@Suite struct `The answers of a class` {
  private let exercise = Catalogue.exercises[4]
  private let stub = "final class Step { let name = 1 }\n"
  private var answer: String {
    stub
      + (1...8).map { "func work\($0)(_ input: Int) -> Int { let made = input + \($0); return made }\n" }
      .joined()
  }

  @Test func `Answers are alike if only names, comments, strings and layout differ`() {
    let renamed =
      "// mine\n"
      + answer.replacing("made", with: "result").replacing("input", with: "x").replacing(" { ", with: "\n{\n")
    let similar = similar(["ada": answer, "bob": renamed, "eve": answer.replacing("+", with: "-")])
    #expect(similar.groups.map(\.students) == [["ada", "bob"]])
    #expect(similar.text.contains("  05-Pipeline: ada, bob\n"))
  }

  @Test func `Merging two names makes a different answer, and short answers are not compared`() {
    let merged = answer.replacing("made", with: "input")
    #expect(similar(["ada": answer, "bob": merged]).groups.isEmpty)
    #expect(similar(["ada": stub + "let a = 1", "bob": stub + "let b = 1"]).groups.isEmpty)
  }

  @Test func `JPlag finds a folder for each submission, and the stubs as base code`() throws {
    try withFolder { folder in
      let course = Course(root: folder.appending(path: "course"))
      let path = "\(exercise.folder)/\(exercise.files[0])"
      try Files.write(stub, to: course.root.appending(path: "Exercises/\(path)"))
      try Files.write(stub, to: course.root.appending(path: ".course/stubs/\(path)"))
      for student in ["a:b", "a;b"] {
        try Files.write(
          answer + "// \(student)", to: folder.appending(path: "class/\(student)/Exercises/\(path)"))
      }
      try Files.write("old", to: folder.appending(path: "out/submissions/gone/A.swift"))
      let out = folder.appending(path: "out")
      try Grader(course).writeForJPlag(folder.appending(path: "class"), ClassChoice(), to: out)
      #expect(Files.text(out.appending(path: "base/\(path)")) == stub)
      let students = Files.folders(in: out.appending(path: "submissions"))
      // Both names are 'a_b' as the name of a file.
      #expect(students.count == 2 && students[0] == "a_b" && students[1].hasPrefix("a_b-"))
      let texts = students.compactMap { Files.text(out.appending(path: "submissions/\($0)/\(path)")) }
      #expect(Set(texts) == [answer + "// a:b", answer + "// a;b"])
    }
  }

  @Test func `A student's page states how many hints were taken, according to the student's own notes`()
    throws
  {
    try withFolder { folder in
      let course = Course(root: folder.appending(path: "course"))
      try Files.write(stub, to: course.folder(of: exercise).appending(path: exercise.files[0]))
      let student = folder.appending(path: "class/ada")
      try Files.write(
        answer, to: student.appending(path: "Exercises/\(exercise.folder)/\(exercise.files[0])"))
      try Files.write("hints: exercise Pipeline 2\n", to: student.appending(path: ".course/progress.txt"))
      var grader = Grader(course)
      grader.judge = { student, _ in
        Grade(
          student: student, reports: [.notStarted(Catalogue.exercises[4])], remarks: [], protection: "",
          date: Date(timeIntervalSince1970: 0))
      }
      let grades = try grader.gradeClass(in: folder.appending(path: "class")) { _ in }
      #expect(Feedback.page(grades[0]).contains("\nHints taken, by your own notes: 05-Pipeline 2\n"))
      // In a second run the grade is one that was kept.
      let kept = try grader.gradeClass(in: folder.appending(path: "class")) { _ in }
      #expect(kept[0].hints == [5: 2])
    }
  }

  @Test func `A class without submissions has no grades and no register`() throws {
    try withFolder { folder in
      let course = Course(root: folder.appending(path: "course"))
      let empty = folder.appending(path: "class")
      try FileManager.default.createDirectory(at: empty, withIntermediateDirectories: true)
      #expect(try Grader(course).gradeClass(in: empty) { _ in }.isEmpty)
      #expect(!Files.exists(course.root))
    }
  }

  @Test func `The statistics have a bar for each tenth of the points`() {
    let grades = (0..<4).map { number in
      Grade(
        student: "\(number)",
        reports: [
          Report(
            exercise: 5, state: number < 3 ? .mastered : .failed,
            tests: [TestResult(name: "a <b> & c", hasPassed: number < 3, isVacuous: false, failures: [])],
            message: "", seconds: 1)
        ], remarks: [], protection: "", date: Date())
    }
    let statistics = Statistics(grades, similar: similar(["<i>": answer, "b": answer]))
    #expect(statistics.tenths == [1, 0, 0, 0, 0, 0, 0, 0, 0, 3])
    #expect(statistics.text.contains("a <b> & c (1)") && statistics.text.contains("05-Pipeline: <i>, b"))
    #expect(statistics.text.components(separatedBy: "█").count == 1 + 40 + 14)
  }

  private func similar(_ answers: [String: String]) -> SimilarAnswers {
    SimilarAnswers(answers.map { ($0.key, [5: [(name: "Pipeline.swift", text: $0.value)]]) }) { _ in stub }
  }
}
