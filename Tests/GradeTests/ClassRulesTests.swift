import Foundation
import TestSupport
import Testing

@testable import CourseKit
@testable import GradeKit

/// Decisions of instructors outside the tests.
@Suite struct `The rules of a class` {
  private let exercise = Catalogue.exercises[4]

  @Test func `Missing students have 0 points and a remark, and strangers are named`() {
    var rules = ClassRules()
    rules.readRoster("student,mail\n\"ada\",a@x\nbob,b@x\n")
    let grades = rules.apply(to: [grade("ada"), grade("eve")], of: [exercise])
    #expect(grades.map(\.student) == ["ada", "bob", "eve"] && grades.map(\.score) == [10, 0, 10])
    #expect(grades[1].remarks == ["nothing was handed in"] && grades[2].remarks == ["is not on the roster"])
  }

  @Test(arguments: [
    ("ada", -60.0, 10), ("ada", 3600, 9), ("ada", 90_000, 7), ("ada", 400_000, 0), ("bob", 3600, 10),
  ])
  func `A late submission loses points by the policy, unless there is an extension`(
    student: String, late: Double, score: Int
  ) throws {
    var rules = ClassRules()
    rules.due = ClassRules.date("2026-12-01T12:00:00Z")
    try rules.readPolicy(
      "# small\n24h 10%\n3d 30%   # more\nlater 100%\nextension bob 2026-12-02T12:00:00Z\n")
    var grade = grade(student)
    grade.submitted = try #require(rules.due).addingTimeInterval(late)
    #expect(rules.apply(to: [grade], of: [exercise])[0].score == score)
  }

  @Test func `Points set by hand count in every format, with their comment`() throws {
    var rules = ClassRules()
    try rules.readOverrides(
      "student,exercise,points,comment\nada,5,3,talked about it, twice\nada,,,well done\n")
    let changed = rules.apply(to: [grade("ada")], of: [exercise])
    #expect(changed[0].score == 3)
    #expect(changed[0].remarks == ["05-Pipeline: 3 points by hand; talked about it, twice", "well done"])
    for format in Format.allCases where format != .junit {
      #expect(format.write(changed).contains("3") && !format.write(changed).contains("10 of 10"))
    }
  }

  @Test(arguments: ["24h", "soon 10%", "24h 110%", "extension ada"])
  func `A line that cannot be understood is refused`(
    line: String
  ) {
    #expect(throws: CourseError.self) {
      var rules = ClassRules()
      try rules.readPolicy(line)
    }
  }

  @Test(arguments: [("1-3", [1, 2, 3]), ("1,5,7-8", [1, 5, 7, 8]), ("15", [15])])
  func `Exercises are chosen by number`(text: String, numbers: [Int]) {
    #expect(ClassChoice.exercises(text) == Set(numbers))
    #expect(ClassChoice.exercises(text + "-") == nil && ClassChoice.exercises("0-3") == nil)
  }

  @Test func `Statistics name what fails most often, and a student's page lists what failed`() throws {
    let test = TestResult(
      name: "It holds", hasPassed: false, isVacuous: false, failures: ["expected 1, got ```2"])
    let failed = Report(exercise: 5, state: .failed, tests: [test], message: "", seconds: 1)
    let grades = [
      grade("ada"), Grade(student: "b/../ob", reports: [failed], remarks: [], protection: "", date: Date()),
    ]
    let text = Statistics(grades).text
    #expect(text.contains("It holds (1)") && text.contains("2 students, median 0 of 10"))
    try withFolder { folder in
      try Feedback(grades).write(to: folder)
      #expect(Files.names(in: folder) == ["ada.md", "b_.._ob.md"])
      let page = Files.text(folder.appending(path: "b_.._ob.md")) ?? ""
      #expect(page.contains("✘ It holds\n\n````\nexpected 1, got ```2\n````"))
    }
  }

  private func grade(_ student: String) -> Grade {
    let test = TestResult(name: "It holds", hasPassed: true, isVacuous: false, failures: [])
    let report = Report(exercise: 5, state: .mastered, tests: [test], message: "", seconds: 1)
    return Grade(student: student, reports: [report], remarks: [], protection: "", date: Date())
  }
}
