import Foundation
import Synchronization
import TestSupport
import Testing

@testable import CourseKit
@testable import GradeKit

/// A class in the shapes that students and learning platforms make, and a table that was written first.
@Suite struct `A made-up class` {
  private static let (five, nine, sixteen) = (
    "Exercises/05-Pipeline/Pipeline.swift", "Exercises/09-Transitions/Transitions.swift",
    "Exercises/16-Retry/Retry.swift"
  )

  /// Each student: the name; what is handed in, with members of archives in braces, `=` before a text, and
  /// `>` before what a link leads to; the exercises that are graded; what the remarks and refusals say; the
  /// date.
  private static let table = """
    01 copy | 01 copy/\(five), 01 copy/Package.swift=// course | 5 | |
    02 fork in a folder | 02 fork in a folder/fork-main/\(five) | 5 | |
    03 zip | 03 zip.zip{\(five)} | 5 | | noon
    04 tar | 04 tar.tar.gz{\(five); \(nine)} | 5 9 | | noon
    05 nested zip | 05 nested zip/my work.zip{Pipeline.swift} | 5 | took my work.zip/Pipeline.swift | noon
    06 zip and tar | 06 zip and tar.zip{\(five)}, 06 zip and tar.tgz{\(nine)} | 5 9 | | noon
    07 two names | 07 two names/Pipeline.swift, 07 two names/Pipeline_final.swift=b | 5 | not taken: \
    Pipeline_final |
    08 two suffixes | 08 two suffixes/Pipeline_v1.swift, 08 two suffixes/Pipeline_v2.swift=b | | which \
    differ |
    09 equal copies | 09 equal copies/a/Pipeline.swift, 09 equal copies/b/Pipeline.swift | 5 | |
    10 main alone | 10 main alone/main.swift | | nothing recognised; found these files: main.swift |
    11 long | 11 long/Pipeline.swift=long | | longer than 256 KB |
    12 encoding | 12 encoding.zip{Pipeline.swift=\u{0}a} | | is not text in UTF-8 | noon
    13 password | 13 password.zip{Pipeline.swift=secret} | | needs a password | noon
    14 climbs | 14 climbs.zip{../Pipeline.swift; Retry.swift} | 16 | left out: ../Pipeline.swift (leads out \
    of | noon
    15 archives | 15 archives.zip{x.tar.gz; Retry.swift} | 16 | x.tar.gz (is an archive in an archive | noon
    16 rar | 16 rar.rar | | 16 rar.rar is an archive in an unknown format | today
    17 damaged | 17 damaged.zip | | 17 damaged.zip is damaged | today
    18 link | 18 link/\(five)>/etc/passwd, 18 link/\(sixteen) | 16 | is a link |
    19 tests | 19 tests/\(five), 19 tests/Package.swift | 5 | Package.swift was changed |
    20 empty | 20 empty/.DS_Store | | nothing was handed in |
    21 untouched | 21 untouched/\(five)=stub | 5 | |
    22 wrong file | 22 wrong file/\(nine)=stub, 22 wrong file/\(five) | 5 | looks like an answer to exercise \
    05-Pipeline |
    Amy Adams_17 | Amy Adams_17_assignsubmission_file_/work.zip{Pipeline.swift} | 5 | | noon
    Ida Juul_25 | Ida Juul_25_assignsubmission_file_/work.zip{Pipeline.swift}, \(online)=text | 5 | not \
    taken: | noon
    Zo\u{EB} Stra\u{DF}er_18 | \(moodle)Pipeline.swift, \(moodle)rest.zip{Retry.swift} | 5 16 | | noon
    lovelaceada_19 | \(canvas)900_Pipeline-1.swift, \(canvas)901_notes.txt | 5 | not taken: notes.txt |
    hoppergrace_20 | hoppergrace_20_902_work.zip{\(nine)} | 9 | | noon
    ahamilton | \(blackboard)19-10-00-00_Pipeline.swift=previous, \(blackboard)20-10-00-00_Pipeline.swift | \
    5 | | ten
    \u{674E}\u{96F7} | \u{674E}\u{96F7}/\u{64CD}\u{4F5C}/Pipeline \u{526F}\u{672C}.swift | 5 | |
    week-5-octocat | week-5-octocat{\(five)} | 5 | | commit
    """.split(separator: "\n").map { line in
      line.split(separator: "|").map { $0.trimmingCharacters(in: [" "]) }
    }
    .map {
      (
        student: $0[0], uploads: $0[1], graded: $0[2].split(separator: " ").compactMap { Int($0) },
        says: $0[3], date: $0.count > 4 ? $0[4] : ""
      )
    }

  private static let online = "Ida Juul_25_assignsubmission_onlinetext_/onlinetext.html"
  private static let moodle = "Zo\u{EB} Stra\u{DF}er_18_assignsubmission_file_"
  private static let canvas = "lovelaceada_LATE_19_"
  private static let blackboard = "Week 5_ahamilton_attempt_2026-11-"
  private static let dates = [
    "noon": "2026-11-21 12:00:00 UTC, by the newest file in its archive",
    "ten": "2026-11-20 10:00:00 UTC, by its name", "commit": "2026-11-20 23:00:00 UTC, by its newest commit",
  ]

  private static func stub(_ number: Int) -> String {
    "public class Answer\(number) {}\n// stub of \(number)"
  }

  @Test func `Each submission is graded as the table says`() throws {
    try withFolder { folder in
      let (course, folder) = try make(in: folder)
      let (submissions, others) = Submission.read(folder, in: .gmt)
      #expect(submissions.map(\.student) == Self.table.map(\.student).sorted())
      #expect(others.map { $0.prefix(16) } == ["Week 5_ahamilton", "notes.txt (neith"])
      let taken = Dictionary(uniqueKeysWithValues: submissions.map { ($0.student, Grader(course).take($0)) })
      for row in Self.table {
        let files = try #require(taken[row.student])
        #expect(files.files.keys.sorted() == row.graded, "\(row.student)")
        let said = (files.remarks + files.refusals.values).joined(separator: "\n")
        #expect(said.contains(row.says) || row.says.isEmpty, "\(row.student): \(said)")
        if row.says.isEmpty {
          #expect(files.refusals.isEmpty && !said.contains("not taken"), "\(row.student): \(said)")
        }
        let date = files.handIn.map { "\(ClassRules().text($0.date)), by \($0.source)" }
        let isToday = row.date == "today" && files.handIn?.source == "the date of its archive"
        #expect(date == Self.dates[row.date] || isToday, "\(row.student)")
        #expect(files.isMarkedLate == (row.student == "lovelaceada_19"))
        #expect(
          !said.contains("previous") && files.files.values.joined().allSatisfy { $0.text != "previous" })
      }
    }
  }

  @Test
  func `The date of a file counts if not the whole class has it, and one that is corrected is read again`()
    throws
  {
    try withFolder { folder in
      let (course, folder) = try make(in: folder)
      func date(_ place: String, _ day: String) throws {
        try FileManager.default.setAttributes(
          [.modificationDate: try #require(ClassRules.date(day))],
          ofItemAtPath: folder.appending(path: place).path)
      }
      func dates() throws -> [String: HandIn?] {
        var choice = ClassChoice()
        choice.register = folder.deletingLastPathComponent().appending(path: "register")
        let grades = try grader(course).gradeClass(in: folder, choice) { _ in }
        return Dictionary(uniqueKeysWithValues: grades.map { ($0.student, $0.handIn) })
      }
      for student in ["01 copy", "05 nested zip"] { try date(student, "2026-12-24") }
      #expect(try dates()["01 copy"] == .some(nil))
      try date("01 copy/\(Self.five)", "2026-11-20")
      try date("01 copy/Package.swift", "2026-11-19")
      let corrected = try dates()
      #expect(corrected["01 copy"]??.date == ClassRules.date("2026-11-20"))
      for student in ["05 nested zip", "Ida Juul_25"] {
        #expect(corrected[student]??.date == ClassRules.date("2026-11-21T12:00"), "\(student)")
      }
      #expect(corrected["02 fork in a folder"]??.source == HandIn.newestFile)
    }
  }

  @Test func `Grades, roster, lateness and points by hand agree with the table, also in three parts`() throws
  {
    try withFolder { folder in
      let (course, folder) = try make(in: folder)
      var rules = ClassRules()
      rules.roster = try Roster(
        """
        \u{FEFF}"Last name";"First name";"Login";"Participant";"GitHub username"
        Adams;Amy;aa;17;
        Strasser;Zoe;zs;18;
        Lovelace;Ada;al;19;
        Hopper;Grace;gh;20;
        Hamilton;Alex;ahamilton;21;
        Missing;Mia;mm;22;
        Oster;Dora;do;23;octocat
        """)
      rules.due = ClassRules.date("2026-11-20")
      try rules.readPolicy("later 50%\nextension Amy Adams 2100-01-01\n")
      try rules.readOverrides("student;exercise;points;comment\ngh;9;3;\"asked; answered\"\n")
      let names = Submission.all(in: folder).map(\.student)
      #expect(throws: Never.self) { try rules.check(names) }
      let judged = Mutex(0)
      func grades(_ part: Int?) throws -> [Grade] {
        var choice = ClassChoice()
        choice.shard = part.flatMap { ClassChoice.Shard("\($0)/3") }
        choice.register = folder.deletingLastPathComponent().appending(path: "register")
        var grader = grader(course)
        let judge = try #require(grader.judge)
        grader.judge = { student, taken in
          judged.withLock { $0 += 1 }
          return try judge(student, taken)
        }
        return rules.apply(
          to: try grader.gradeClass(in: folder, choice) { _ in }, of: Catalogue.exercises,
          submissions: names, includes: choice.includes)
      }
      var points: [String: [Int]] = [:]
      for grade in try (1...3).flatMap(grades) { points[grade.student, default: []].append(grade.score) }
      // Each once, and the student who has handed nothing in.
      #expect(points.keys.sorted() == (names + ["mm"]).sorted() && points.values.allSatisfy { $0.count == 1 })
      let five = Catalogue.exercises[4].points.total
      let sixteen = Catalogue.exercises[15].points.total
      #expect(points["Amy Adams_17"] == [five])
      #expect(points["Zo\u{EB} Stra\u{DF}er_18"] == [(five + sixteen) / 2])
      #expect(points["hoppergrace_20"] == [3] && points["week-5-octocat"] == [five])
      #expect(points["10 main alone"] == [0] && points["mm"] == [0])
      // The verdicts of the parts are those of the class.
      #expect(try grades(nil).count == names.count + 1 && judged.withLock { $0 } == names.count)
    }
  }

  @Test func `Statistics count what was begun, and the overview names what needs a look`() throws {
    try withFolder { folder in
      let (course, folder) = try make(in: folder)
      var choice = ClassChoice()
      choice.register = folder.deletingLastPathComponent().appending(path: "register")
      let grades = try grader(course).gradeClass(in: folder, choice) { _ in }
      let begun = Self.table.count { $0.graded.contains(5) } - 1
      let rows = Statistics(grades).rows
      let row = try #require(rows.first { $0[0] == "05-Pipeline" })
      // The two copies that differ, the file that is too long, and those like it are begun too.
      #expect(row[1] == "\(begun + 5)", "\(row)")
      #expect(row[6] == "it is not taken (5)", "\(row)")
      #expect(rows.first { $0[0] == "01-WorkAndErrors" }?[1] == "0")
      let empty = try #require(grades.first { $0.student == "20 empty" })
      #expect(empty.isNothing && empty.isRecognised)
      let overview = Format.text.write(grades)
      #expect(overview.hasPrefix("\(grades.count) students, median "))
      let line = overview.split(separator: "\n").first { $0.hasPrefix("08 two suffixes ") }
      #expect(line?.hasSuffix("not taken: 1, notes: 2") == true)
    }
  }

  // MARK: - Helpers

  /// Gives all points to each file that is taken.
  private func grader(_ course: Course) -> Grader {
    var grader = Grader(course)
    grader.judge = { student, files in
      let reports = Catalogue.exercises.map { exercise -> Report in
        if let listing = files.notRecognised { return .notRecognised(exercise, listing) }
        if let reason = files.refusals[exercise.number] { return Report(exercise, .notTaken, reason) }
        guard let texts = files.files[exercise.number],
          !texts.allSatisfy({ $0.text == Self.stub(exercise.number) })
        else {
          return .notStarted(exercise)
        }
        let test = TestResult(name: "It holds", hasPassed: true, failures: [])
        return Report(exercise: exercise.number, state: .done, tests: [test], message: "", seconds: 1)
      }
      return Grade(
        student: student, reports: reports, remarks: files.remarks, protection: "a sandbox", date: Date())
    }
    return grader
  }

  /// Makes a course of stubs and the class.
  private func make(in folder: URL) throws -> (Course, URL) {
    let course = Course(root: folder.appending(path: "course"))
    for exercise in Catalogue.exercises {
      for path in course.paths(of: exercise) {
        for path in [path, path.replacing("Exercises/", with: ".course/stubs/")] {
          try Files.write(Self.stub(exercise.number), to: course.root.appending(path: path))
        }
      }
    }
    try Files.write("// course", to: course.root.appending(path: "Package.swift"))
    let all = folder.appending(path: "class")
    try Files.write("", to: all.appending(path: "notes.txt"))
    for row in Self.table {
      for upload in row.uploads.components(separatedBy: ", ") { try write(upload, to: all) }
    }
    return (course, all)
  }

  private func write(_ upload: String, to all: URL) throws {
    let parts = upload.split { "{}".contains($0) }.map(String.init)
    let place = all.appending(path: parts[0])
    if parts.count == 1 {
      if let match = upload.wholeMatch(of: /(.+)>(.+)/) {
        let link = all.appending(path: String(match.1))
        try Files.write("", to: link)
        try Files.removeIfThere(link)
        return try FileManager.default.createSymbolicLink(
          atPath: link.path, withDestinationPath: String(match.2))
      }
      let (path, text) = file(upload)
      return try Files.write(text, to: all.appending(path: path))
    }
    try Files.write("", to: place)
    let members = parts[1].components(separatedBy: "; ").map(file)
    if parts[0].hasSuffix(".zip") {
      var zip = ZipFile()
      for (name, text) in members {
        zip.add(name: Array(name.utf8), Data(text.utf8), needsPassword: text == "secret")
      }
      return try zip.data.write(to: place)
    }
    let folder = all.deletingLastPathComponent().appending(path: "packing")
    for (name, text) in members { try Files.write(text, to: folder.appending(path: name)) }
    if parts[0].contains(".t") {
      try run("tar --mtime=2026-11-21T12:00:00Z -czf '\(place.path)' Exercises", in: folder)
    } else {
      // A clone, whose objects and branches are packed, and whose files are of today.
      try Files.removeIfThere(place)
      try run(
        "git init -qb main; git add -A; git -c user.name=a -c user.email=a@x commit -qm x; "
          + "git clone -q 'file://\(folder.path)' '\(place.path)'; git -C '\(place.path)' pack-refs --all",
        in: folder)
    }
    try Files.removeIfThere(folder)
  }

  /// A path and, behind an equals sign, its text.
  private func file(_ text: String) -> (path: String, text: String) {
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    let texts = ["stub": Self.stub(5), "long": String(repeating: "x", count: 300_000)]
    return (parts[0], parts.count == 1 ? "a" : texts[parts[1]] ?? parts[1])
  }

  private func run(_ script: String, in folder: URL) throws {
    let date = "2026-11-20T23:00:00Z"
    let ending = Programs.run(
      ["/bin/sh", "-ec", script], in: folder,
      environment: [
        "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": folder.path,
        "GIT_COMMITTER_DATE": date, "GIT_AUTHOR_DATE": date,
      ], deadline: .seconds(60), outputCap: 1000)
    #expect(ending.isSuccess, "\(ending.output)")
  }
}
