import Foundation
import TestSupport
import Testing

@testable import CourseKit
@testable import GradeKit

/// Decisions of instructors outside the tests.
@Suite struct `The rules of a class` {
  private let exercise = Catalogue.exercises[4]

  @Test func `Missing students have 0 points and a remark, and strangers are named`() throws {
    var rules = ClassRules()
    rules.roster = try Roster("student,mail\n\"ada\",a@x\nbob,b@x\n")
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

  @Test(arguments: [
    // The parts of a class that another run grades are no part of this one.
    (["ada", "bob", "eve"], ["ada"]), (["ada", "eve"], ["ada", "bob"]),
  ])
  func `Only a student without a submission is missing`(submissions: [String], students: [String]) throws {
    var rules = ClassRules()
    rules.roster = try Roster("ada\nbob\neve\n")
    let grades = rules.apply(to: [grade("ada")], of: [exercise], submissions: submissions)
    #expect(grades.map(\.student) == students)
    let others = rules.apply(to: [grade("ada")], of: [exercise], submissions: submissions) { $0 == "ada" }
    #expect(others.map(\.student) == ["ada"])
  }

  @Test(arguments: [
    (
      "\u{FEFF}Surname;First name;Username\r\n\"Adams\";\"Amy\";aa1\r\n",
      ["Amy Adams_17", "adamsamy_9", "AA1"]
    ),
    ("\"Adams, Amy\",a@x\n", ["Adams, Amy", "Amy Adams", "a", "adams_amy"]),
    (
      "No,NAME,id\n1,Ren\u{E9} Stra\u{DF}er,r2\n",
      ["Rene Strasser", "rene strasser_12", "strasserrene_5", "r2"]
    ),
    ("Name\tE-Mail\nA \"\"Q\"\" B\tq@x\n", ["q"]),
  ])
  func `A submission belongs to a student by any name of the roster, in any order of the columns`(
    text: String, names: [String]
  ) throws {
    let roster = try Roster(text)
    #expect(roster.students.count == 1)
    for name in names { #expect(roster.place(of: name) == 0, "\(name)") }
    #expect(roster.place(of: "eve") == nil && roster.place(of: "Adams") == nil)
  }

  @Test func `A name that two students have belongs to neither, and a roster of other names is noticed`()
    throws
  {
    var rules = ClassRules()
    rules.roster = try Roster("id,name\n1,Li Wei\n2,Li Wei\n")
    #expect(rules.roster?.place(of: "Li Wei") == nil && rules.roster?.place(of: "Li Wei_2") == 1)
    #expect(rules.problems(of: ["ada", "bob", "1"]).warnings.count == 1)
    #expect(rules.problems(of: ["2", "1"]).warnings.isEmpty)
  }

  @Test func `Whatever is wrong with overrides is said at once, with its line`() throws {
    var rules = ClassRules()
    let error = #expect(throws: CourseError.self) {
      try rules.readOverrides(
        "student,exercise,points,comment\nada,5,99,much\nada,5,3,\"a, b\"\nada,05,4,\nada,77,1,\nada,,3,\n,1,1,x\n"
      )
    }
    let lines = error?.message.split(separator: "\n").compactMap {
      Int($0.split { !$0.isNumber }.first ?? "")
    }
    #expect(lines == [2, 3, 4, 5, 6, 7])
    rules = ClassRules()
    try rules.readOverrides("\"Ada Lovelace\";5;3;\"a; b\"\n")
    #expect(rules.problems(of: ["ada lovelace"]).errors.isEmpty)
    #expect(rules.problems(of: ["bob"]).errors == ["--overrides, line 1: there is no student 'Ada Lovelace'"])
    #expect(rules.overrides[0].comment == "a; b")
    rules = ClassRules()
    #expect(
      rules.problems(of: ["Ada"], only: ["ada", "bob"]).errors == ["--only: there is no student 'bob'"])
  }

  @Test func `Points by hand are not reduced for lateness, unless the policy says so`() throws {
    var rules = ClassRules()
    rules.due = ClassRules.date("2026-12-01")
    try rules.readOverrides("ada,5,8,\n")
    try rules.readPolicy("later 50%\nextension Eve van Dyk 2027-01-01\n")
    var late = grade("ada")
    late.submitted = ClassRules.date("2026-12-02T12:00:00+01:00")
    let applied = rules.apply(to: [late], of: [exercise])[0]
    #expect(applied.score == 8 && applied.remarks[1].contains("2026-12-02T11:00:00Z") == true)
    try rules.readPolicy("points by hand too\n")
    #expect(rules.apply(to: [late], of: [exercise])[0].score == 4)
    var eve = grade("eve van dyk")
    eve.submitted = late.submitted
    #expect(rules.apply(to: [eve], of: [exercise])[0].deduction == nil)
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
