import Foundation
import Synchronization
import TestSupport
import Testing

@testable import CourseKit
@testable import GradeKit

/// A class in the shapes that students and learning platforms make, and a table that was written first.
@Suite struct `A made-up class` {
  /// What is handed in, below the folder of the class: a file, or an archive with files.
  private enum Upload {
    case file(String, String)
    case zip(String, [(String, String)], passwordFor: String? = nil)
    case tar(String, [(String, String)])
    case link(String, to: String)
    /// A clone, whose only commit is of 23:00 on the 20th of November, and whose files are of today.
    case commit(String, String, String)
  }

  private static let (five, nine, sixteen) = (
    "Exercises/05-Pipeline/Pipeline.swift", "Exercises/09-Transitions/Transitions.swift",
    "Exercises/16-Retry/Retry.swift"
  )

  /// Each student: the name, what is handed in, the exercises that are graded, what the remarks and refusals say, and
  /// the date.
  private static let table:
    [(student: String, uploads: [Upload], graded: [Int], says: [String], date: String?)] = [
      (
        "01 copy", [.file("01 copy/\(five)", "a"), .file("01 copy/Package.swift", "// course")], [5], [], nil
      ),
      ("02 fork in a folder", [.file("02 fork in a folder/fork-main/\(five)", "a")], [5], [], nil),
      ("03 zip", [.zip("03 zip.zip", [(five, "a")])], [5], [], noon),
      ("04 tar", [.tar("04 tar.tar.gz", [(five, "a"), (nine, "a")])], [5, 9], [], noon),
      (
        "05 nested zip", [.zip("05 nested zip/my work.zip", [("Pipeline.swift", "a")])], [5],
        ["took my work.zip/Pipeline.swift"], noon
      ),
      (
        "06 zip and tar",
        [.zip("06 zip and tar.zip", [(five, "a")]), .tar("06 zip and tar.tgz", [(nine, "a")])],
        [5, 9], [], noon
      ),
      (
        "07 two names",
        [.file("07 two names/Pipeline.swift", "a"), .file("07 two names/Pipeline_final.swift", "b")],
        [5], ["not taken: Pipeline_final.swift"], nil
      ),
      (
        "08 two suffixes",
        [.file("08 two suffixes/Pipeline_v1.swift", "a"), .file("08 two suffixes/Pipeline_v2.swift", "b")],
        [], ["which differ"], nil
      ),
      (
        "09 main", [.file("09 main/main.swift", "a")], [],
        ["nothing recognised; found these files: main.swift"], nil
      ),
      (
        "10 long", [.file("10 long/Pipeline.swift", String(repeating: "x", count: 300_000))], [],
        ["longer than 256 KB"], nil
      ),
      (
        "11 encoding", [.zip("11 encoding.zip", [("Pipeline.swift", "\u{0}a\u{0}b")])], [],
        ["is not text in UTF-8"], noon
      ),
      (
        "12 password", [.zip("12 password.zip", [("Pipeline.swift", "a")], passwordFor: "Pipeline.swift")],
        [],
        ["needs a password", "is packed with a password"], noon
      ),
      (
        "13 climbs", [.zip("13 climbs.zip", [("../Pipeline.swift", "a"), ("Retry.swift", "a")])], [16],
        ["left out: ../Pipeline.swift (leads out of the archive)"], noon
      ),
      (
        "14 archives", [.zip("14 archives.zip", [("x.tar.gz", "a"), ("Retry.swift", "a")])], [16],
        ["x.tar.gz (is an archive in an archive"], noon
      ),
      ("15 rar", [.file("15 rar.rar", "Rar!")], [], ["15 rar.rar is an archive in an unknown format"], today),
      ("16 damaged", [.file("16 damaged.zip", "PK")], [], ["16 damaged.zip is damaged"], today),
      (
        "17 link", [.link("17 link/\(five)", to: "/etc/passwd"), .file("17 link/\(sixteen)", "a")], [16],
        ["is a link"], nil
      ),
      (
        "18 tests", [.file("18 tests/\(five)", "a"), .file("18 tests/Package.swift", "// mine")], [5],
        ["Package.swift was changed"], nil
      ),
      ("19 empty", [.file("19 empty/.DS_Store", "a")], [], ["nothing was handed in"], nil),
      ("20 untouched", [.file("20 untouched/\(five)", stub(5))], [5], [], nil),
      (
        "21 wrong file",
        [.file("21 wrong file/\(nine)", "public class Answer5 {}\n"), .file("21 wrong file/\(five)", "a")],
        [5], ["\(nine) looks like an answer to exercise 05-Pipeline. Its file is Pipeline.swift"], nil
      ),
      (
        "Amy Adams_17", [.zip("Amy Adams_17_assignsubmission_file/work.zip", [("Pipeline.swift", "a")])], [5],
        [],
        noon
      ),
      (
        "Zo\u{EB} Stra\u{DF}er_18",
        [
          .file("Zo\u{EB} Stra\u{DF}er_18_assignsubmission_file_Pipeline.swift", "a"),
          .zip("Zo\u{EB} Stra\u{DF}er_18_assignsubmission_file_rest.zip", [("Retry.swift", "a")]),
        ], [5, 16], [], noon
      ),
      (
        "lovelaceada_19",
        [
          .file("lovelaceada_LATE_19_900_Pipeline-1.swift", "a"),
          .file("lovelaceada_LATE_19_901_notes.txt", "a"),
        ],
        [5], ["not taken: notes.txt"], nil
      ),
      ("hoppergrace_20", [.zip("hoppergrace_20_902_work.zip", [(nine, "a")])], [9], [], noon),
      (
        "ahamilton",
        [
          .file("Week 5_ahamilton_attempt_2026-11-19-10-00-00_Pipeline.swift", "previous"),
          .file("Week 5_ahamilton_attempt_2026-11-20-10-00-00_Pipeline.swift", "a"),
          .file("Week 5_ahamilton_attempt_2026-11-20-10-00-00_Retry.swift", "a"),
        ], [5, 16], [], "2026-11-20 10:00:00 UTC, by its name"
      ),
      (
        "\u{674E}\u{96F7}", [.file("\u{674E}\u{96F7}/\u{64CD}\u{4F5C}/Pipeline \u{526F}\u{672C}.swift", "a")],
        [5], [], nil
      ),
      (
        "week-5-octocat", [.commit("week-5-octocat", five, "a")], [5], [],
        "2026-11-20 23:00:00 UTC, by its newest commit"
      ),
    ]

  /// What is said of the members of archives, and of archives whose members have no date.
  private static let noon = "2026-11-21 12:00:00 UTC, by the newest file in its archive"
  private static let today = "by the date of its archive"

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
        for text in row.says { #expect(said.contains(text), "\(row.student): \(said)") }
        if row.says.isEmpty {
          #expect(files.refusals.isEmpty && !said.contains("not taken"), "\(row.student): \(said)")
        }
        let date = files.handIn.map { "\(ClassRules().text($0.date)), by \($0.source)" }
        #expect(
          date == row.date || row.date == Self.today && date?.hasSuffix(Self.today) == true, "\(row.student)")
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
      #expect(corrected["05 nested zip"]??.date == ClassRules.date("2026-11-21T12:00"))
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
      #expect(points["09 main"] == [0] && points["mm"] == [0])
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
      let empty = try #require(grades.first { $0.student == "19 empty" })
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
        let test = TestResult(name: "It holds", hasPassed: true, isVacuous: false, failures: [])
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
    for upload in Self.table.flatMap(\.uploads) { try write(upload, to: all) }
    return (course, all)
  }

  private func write(_ upload: Upload, to all: URL) throws {
    switch upload {
    case .file(let path, let text): try Files.write(text, to: all.appending(path: path))
    case .link(let path, let target):
      let url = all.appending(path: path)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(atPath: url.path, withDestinationPath: target)
    case .zip(let path, let members, let secret):
      var zip = ZipFile()
      for (name, text) in members {
        zip.add(name: Array(name.utf8), Data(text.utf8), needsPassword: name == secret)
      }
      let url = all.appending(path: path)
      try Files.write("", to: url)
      try zip.data.write(to: url)
    case .tar(let path, let members):
      let folder = all.deletingLastPathComponent().appending(path: "packing")
      for (name, text) in members { try Files.write(text, to: folder.appending(path: name)) }
      try run(
        "tar --mtime=2026-11-21T12:00:00Z -czf '\(all.appending(path: path).path)' Exercises", in: folder)
      try Files.removeIfThere(folder)
    case .commit(let name, let path, let text):
      let source = all.deletingLastPathComponent().appending(path: "source")
      try Files.write(text, to: source.appending(path: path))
      try run(
        "git init -qb main; git add -A; git -c user.name=a -c user.email=a@x commit -qm x; git pack-refs --all; "
          + "git clone -q 'file://\(source.path)' '\(all.appending(path: name).path)'; "
          + "git -C '\(all.appending(path: name).path)' pack-refs --all", in: source)
    }
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
