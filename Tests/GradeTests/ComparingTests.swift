import Foundation
import TestSupport
import Testing

@testable import CourseKit
@testable import GradeKit

/// What an instructor learns from the answers of a whole class.
@Suite struct `The answers of a class` {
  private let exercise = Catalogue.exercises[4]
  private let stub = "final class Step { let name = 1 }\n"
  private var answer: String { stub + "func work(_ input: Int) -> Int { input + 1 }\n" }

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

  @Test func `The statistics have a bar for each tenth of the points`() {
    let grades = (0..<4).map { number in
      Grade(
        student: "\(number)",
        reports: [
          Report(
            exercise: 5, state: number < 3 ? .mastered : .failed,
            tests: [TestResult(name: "a <b> & c", hasPassed: number < 3, failures: [])],
            message: "", seconds: 1)
        ], remarks: [], protection: "", date: Date())
    }
    let statistics = Statistics(grades)
    #expect(statistics.tenths == [1, 0, 0, 0, 0, 0, 0, 0, 0, 3])
    #expect(statistics.text.contains("a <b> & c (1)"))
    #expect(statistics.text.components(separatedBy: "█").count == 1 + 40 + 14)
  }
}
