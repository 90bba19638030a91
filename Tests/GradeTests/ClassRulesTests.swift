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
    grade.handIn = HandIn(date: try #require(rules.due).addingTimeInterval(late), source: "a commit")
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
    ("First name,Last name,Username,Score\nAmy,Ahn,Ahn,17\n", ["ahn", "Amy Ahn_3"]),
    ("Student,ID,SIS User ID,Section\nPoints Possible,,,\n\"Ahn, Amy\",17,s9,A\n", ["ahnamy_17", "s9"]),
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
    #expect(try rules.check(["ada", "bob", "1"]).notes.count == 1)
    #expect(try rules.check(["2", "1"]).notes.isEmpty)
  }

  @Test func `Whatever is wrong with overrides is said at once, with its line`() throws {
    var rules = ClassRules()
    let error = #expect(throws: CourseError.self) {
      try rules.readOverrides(
        """
        student,exercise,points,comment
        ada,5,99,much
        ada,5,3,"a, b"
        ada,05,4,
        ada,77,1,
        ada,,3,
        ,1,1,x

        """)
    }
    let lines = error?.message.split(separator: "\n").compactMap {
      Int($0.split { !$0.isNumber }.first ?? "")
    }
    #expect(lines?.sorted() == [2, 3, 4, 5, 6, 7])
    rules = ClassRules()
    try rules.readOverrides("\"Ada Lovelace\";5;3;\"a; b\"\n")
    #expect(throws: Never.self) { try rules.check(["ada lovelace"]) }
    #expect(
      message { try rules.check(["bob"]) }
        == "--overrides, line 1: there is no student 'Ada Lovelace'. There are bob.")
    #expect(rules.overrides[0].comment == "a; b")
  }

  @Test func `Points by hand are not reduced for lateness, unless the policy says so`() throws {
    var rules = ClassRules()
    rules.due = ClassRules.date("2026-12-01")
    try rules.readOverrides("ada,5,8,\n")
    try rules.readPolicy("later 50%\nextension Eve van Dyk 2027-01-01\n")
    var late = grade("ada")
    late.handIn = ClassRules.date("2026-12-02T12:00:00+01:00").map { HandIn(date: $0, source: "a commit") }
    let applied = rules.apply(to: [late], of: [exercise])[0]
    #expect(applied.score == 8 && applied.remarks[1].contains("2026-12-02 11:00:00 UTC"))
    try rules.readPolicy("points by hand too\n")
    #expect(rules.apply(to: [late], of: [exercise])[0].score == 4)
    var eve = grade("eve van dyk")
    eve.handIn = late.handIn
    #expect(rules.apply(to: [eve], of: [exercise])[0].deduction == nil)
  }

  @Test func `One student is chosen by name or id, and an unknown one is an error that tells who there is`()
    throws
  {
    var rules = ClassRules()
    let names = ["Ada_12", "ops-bob", "ops-eve", "zoe"]
    #expect(try rules.check(names, only: ["12", "ZOE"]).only == ["Ada_12", "zoe"])
    #expect(try rules.check(names, pardoned: ["12"]).pardoned == ["Ada_12"])
    #expect(try rules.check(names, pardoned: ["12", "all"]).pardoned == ["all"])
    #expect(message { try rules.check(names, pardoned: ["13"]) }?.hasPrefix("--pardon: there is no") == true)
    #expect(
      message { try rules.check(names, only: ["13"]) }
        == "--only: there is no student '13'. There are Ada_12, ops-bob, ops-eve, zoe.")
    #expect(
      message { try rules.check(["Li Wei_1", "Li Wei_2"], only: ["Li Wei"]) }
        == "--only: 'Li Wei' could be Li Wei_1, Li Wei_2.")
    rules.roster = try Roster("id,name\n12,Bob\n13,Ada\n")
    // The number that a platform gave to one student can be another one's id.
    #expect(try rules.check(["Ada_12", "Bob_9"], only: ["12"]).only == ["Bob_9"])
    rules.roster = try Roster("id,github\nb2,bob\ne3,eve\nm4,mia\n")
    // The one without a submission has a row by the id.
    #expect(try rules.check(names, only: ["b2", "m4"]).only == ["ops-bob", "m4"])
  }

  @Test func `The assignment in the names of GitHub Classroom is found, or told`() throws {
    var rules = ClassRules()
    rules.roster = try Roster("identifier,github_username,email\nb2,bob-e,b@x\ne3,e,e@x\ns4,ops,s@x\n")
    let names = ["ops-bob-e", "ops-e", "ops-x"]
    let grades = rules.apply(to: names.map(grade), of: [exercise])
    #expect(grades.map(\.student) == names + ["s4"])
    #expect(grades.prefix(3).map(\.person.mail) == ["b@x", "e@x", ""])
    #expect(try rules.check(names).notes == ["the names of submissions are read without 'ops-'"])
    rules.prefix = ""
    #expect(try rules.check(names).notes.count == 1)
    #expect(People(rules.roster, ["ops-e"], prefix: "").person(of: "ops-e") == Person())
  }

  @Test(arguments: [
    ("id,name\na1,Ada\nb2,Bob\nA1,Eve\n", "line 4: line 2 has the same id"),
    ("name;e-mail\nAda;x@y\nBob;x@y\n", "line 3: line 2 has the same id"), ("ada\nbob\nada\n", "line 3"),
  ]) func `An id or an address that two students have is an error`(text: String, says: String) {
    #expect(message { _ = try Roster(text) }?.hasPrefix(says) == true)
  }

  @Test func `Two submissions of one student are an error`() throws {
    var rules = ClassRules()
    rules.roster = try Roster("id,name\na1,Ada Lovelace\n")
    #expect(
      message { try rules.check(["Ada Lovelace_7", "a1"]) }
        == "Ada Lovelace_7, a1 belong to one student, a1. Leave one of them.")
  }

  @Test(arguments: [
    ("2026-12-24", "2026-12-24T23:59:59Z"), ("2026-12-24T12:00:00+01:00", "2026-12-24T11:00:00Z"),
    ("2026-12-24T18:00 Europe/Berlin", "2026-12-24T17:00:00Z"),
    ("2026-07-01 Europe/Berlin", "2026-07-01T21:59:59Z"),
    ("2026-07-01 18:00:30 America/New_York", "2026-07-01T22:00:30Z"),
    ("Friday, 20 November 2026, 1:11 PM", "2026-11-20T13:11:00Z"),
    ("Friday, 20 November 2026, 12:11\u{202F}AM", "2026-11-20T00:11:00Z"),
  ]) func `A date may name its zone, and is read as platforms write it`(text: String, expected: String) {
    #expect(ClassRules.date(text) == (try? Date(expected, strategy: .iso8601)))
    #expect(
      ClassRules.date("2026-02-30") == nil && ClassRules.date("soon") == nil
        && ClassRules.date("1 Abc 2026, 1:00") == nil)
  }

  @Test
  func `A table of dates replaces the dates of files, and dates without a zone are in that of the due date`()
    throws
  {
    var rules = ClassRules()
    rules.zone = try #require(TimeZone(identifier: "Europe/Berlin"))
    rules.due = ClassRules.date("2026-12-01T18:00", rules.zone)
    try rules.readPolicy("later 50%")
    try rules.readDates(
      """
      Identifier,Full name,Last modified (submission)
      Participant 12,Ada,"Tuesday, 1 December 2026, 6:01 PM"
      Participant 13,Bob,-

      """)
    try rules.readDates("eve;2026-12-01 17:59\n")
    let grades = rules.apply(to: ["Ada_12", "eve", "zoe"].map(grade), of: [exercise])
    #expect(grades.map(\.score) == [5, 10, 10])
    #expect(grades[0].handedIn == "2026-12-01 18:01:00 Europe/Berlin, by the table of dates")
    #expect(rules.undated(grades)?.hasPrefix("no date, so not late: zoe.") == true)
    #expect(
      message { try rules.readDates("ada,soon\nbob\neve,2026-12-01\neve,2026-12-02\n") }?.split(
        separator: "\n"
      ).count == 3)
  }

  @Test func `A student who has handed in nothing is not late, and one whom Canvas marks is named`() throws {
    var rules = ClassRules()
    rules.due = ClassRules.date("2026-12-01")
    try rules.readPolicy("later 50%")
    var grades = ["ada", "bob"].map(grade)
    grades[0].remarks = [Grade.nothing]
    grades[0].handIn = HandIn(date: .distantFuture, source: "a folder")
    grades[1].isMarkedLate = true
    grades = rules.apply(to: grades, of: [exercise])
    #expect(grades[0].deduction == nil && grades[0].remarks == [Grade.nothing])
    #expect(
      grades[1].remarks[0].hasPrefix("Canvas marks it as late; how late is not known")
        && grades[1].score == 10)
  }

  @Test(arguments: ["2026-12-24T18:00:00Z", "2026-12-24T19:00 Europe/Berlin", "2026-12-24 18:00"])
  func `An extension has a date as a deadline has`(date: String) throws {
    var rules = ClassRules()
    try rules.readPolicy("extension Ada Lovelace \(date)")
    #expect(rules.extensions.map(\.student) == ["Ada Lovelace"])
    #expect(rules.extensions.map(\.due) == [ClassRules.date("2026-12-24T18:00:00Z")])
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
      name: "It holds", hasPassed: false, failures: ["expected 1, got ```2"])
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

  private func message<Result>(_ body: () throws -> Result) -> String? {
    do { _ = try body() } catch { return "\(error)" }
    return nil
  }

  private func grade(_ student: String) -> Grade {
    let test = TestResult(name: "It holds", hasPassed: true, failures: [])
    let report = Report(exercise: 5, state: .mastered, tests: [test], message: "", seconds: 1)
    return Grade(student: student, reports: [report], remarks: [], protection: "", date: Date())
  }
}
