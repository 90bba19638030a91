import Foundation
import TestSupport
import Testing

@testable import CourseKit
@testable import GradeKit

/// Forty submissions in every shape that classes and learning platforms have, and a table that was written first.
@Suite struct `A made-up class` {
  /// What is handed in, below the folder of the class: a file, or an archive with files.
  private enum Upload {
    case file(String, String)
    case zip(String, [(String, String)], passwordFor: String? = nil)
    case tar(String, [(String, String)])
    case link(String, to: String)
  }

  private static let (five, nine, sixteen) = (
    "Exercises/05-Pipeline/Pipeline.swift", "Exercises/09-Transitions/Transitions.swift",
    "Exercises/16-Retry/Retry.swift"
  )

  /// Each student: the name, what is handed in, the exercises that are graded, and what the remarks and refusals say.
  private static let table: [(student: String, uploads: [Upload], graded: [Int], says: [String])] = [
    (
      "01 whole copy",
      [.file("01 whole copy/\(five)", "a"), .file("01 whole copy/Package.swift", "// course")], [5], []
    ),
    ("02 fork in a folder", [.file("02 fork in a folder/fork-main/\(five)", "a")], [5], []),
    (
      "03 exercises alone", [.file("03 exercises alone/05-Pipeline/Pipeline.swift", "a")], [5],
      ["took 05-Pipeline"]
    ),
    (
      "04 files alone",
      [.file("04 files alone/Pipeline.swift", "a"), .file("04 files alone/Retry.swift", "a")], [5, 16], []
    ),
    ("05 zip", [.zip("05 zip.zip", [(five, "a")])], [5], []),
    ("06 tar", [.tar("06 tar.tar.gz", [(five, "a"), (nine, "a")])], [5, 9], []),
    (
      "07 nested zip", [.zip("07 nested zip/my work.zip", [("Pipeline.swift", "a")])], [5],
      ["took my work.zip/Pipeline.swift"]
    ),
    (
      "08 folder and zip",
      [
        .file("08 folder and zip/Pipeline.swift", "a"), .zip("08 folder and zip.zip", [("Retry.swift", "a")]),
      ], [5, 16], []
    ),
    (
      "09 zip and tar",
      [.zip("09 zip and tar.zip", [(five, "a")]), .tar("09 zip and tar.tgz", [(nine, "a")])], [5, 9], []
    ),
    ("10 case", [.file("10 case/exercises/05-pipeline/pipeline.swift", "a")], [5], ["took exercises"]),
    ("11 copy", [.file("11 copy/Pipeline (1).swift", "a")], [5], ["took Pipeline (1)"]),
    ("12 suffix", [.file("12 suffix/Pipeline_final.swift", "a")], [5], ["took Pipeline_final.swift"]),
    (
      "13 suffix and name",
      [
        .file("13 suffix and name/Pipeline.swift", "a"),
        .file("13 suffix and name/Pipeline_final.swift", "b"),
      ], [5], ["not taken: Pipeline_final.swift"]
    ),
    (
      "14 two suffixes",
      [.file("14 two suffixes/Pipeline_v1.swift", "a"), .file("14 two suffixes/Pipeline_v2.swift", "b")], [],
      ["which differ"]
    ),
    (
      "15 two equal copies",
      [
        .file("15 two equal copies/a/Pipeline.swift", "a"),
        .file("15 two equal copies/b/Pipeline.swift", "a"),
      ], [5], []
    ),
    (
      "16 two copies",
      [.file("16 two copies/a/Pipeline.swift", "a"), .file("16 two copies/b/Pipeline.swift", "b")], [],
      ["which differ"]
    ),
    (
      "17 main", [.file("17 main/main.swift", "b"), .file("17 main/Pipeline.swift", "a")], [5],
      ["not taken: main.swift"]
    ),
    (
      "18 main alone", [.file("18 main alone/main.swift", "a")], [],
      ["nothing recognised; found these files: main.swift"]
    ),
    ("19 a document", [.file("19 a document/answer.docx", "a")], [], ["nothing recognised", "answer.docx"]),
    ("20 a number", [.file("20 a number/09.swift", "a")], [9], ["took 09.swift"]),
    (
      "21 too long", [.file("21 too long/Pipeline.swift", String(repeating: "x", count: 300_000))], [],
      ["longer than 256 KB"]
    ),
    (
      "22 another encoding", [.zip("22 another encoding.zip", [("Pipeline.swift", "\u{0}a\u{0}b")])], [],
      ["is not text in UTF-8"]
    ),
    (
      "23 password", [.zip("23 password.zip", [("Pipeline.swift", "a")], passwordFor: "Pipeline.swift")], [],
      ["needs a password", "is packed with a password"]
    ),
    (
      "24 climbs", [.zip("24 climbs.zip", [("../Pipeline.swift", "a"), ("Retry.swift", "a")])], [16],
      ["left out: ../Pipeline.swift (leads out of the archive)"]
    ),
    (
      "25 archive in an archive",
      [.zip("25 archive in an archive.zip", [("x.tar.gz", "a"), ("Retry.swift", "a")])], [16],
      ["x.tar.gz (is an archive in an archive"]
    ),
    ("26 rar", [.file("26 rar.rar", "Rar!")], [], ["26 rar.rar is an archive in an unknown format"]),
    ("27 damaged", [.file("27 damaged.zip", "PK")], [], ["27 damaged.zip is damaged"]),
    (
      "28 link", [.link("28 link/\(five)", to: "/etc/passwd"), .file("28 link/\(sixteen)", "a")], [16],
      ["is a link"]
    ),
    ("29 text", [.file("29 text/Pipeline.swift.txt", "a")], [5], ["took Pipeline.swift.txt"]),
    (
      "30 changed tests",
      [.file("30 changed tests/\(five)", "a"), .file("30 changed tests/Package.swift", "// mine")], [5],
      ["Package.swift was changed"]
    ),
    ("31 empty", [.file("31 empty/.DS_Store", "a")], [], ["nothing recognised; there are no files"]),
    ("32 untouched", [.file("32 untouched/\(five)", "// stub of 5")], [5], []),
    (
      "33 other folder", [.file("33 other folder/10-NetworkThread/Pipeline.swift", "a")], [],
      ["nothing recognised"]
    ),
    (
      "34 tests only", [.file("34 tests only/Tests/ExerciseTests/05-Pipeline/Pipeline.swift", "a")], [],
      ["nothing recognised"]
    ),
    ("Amy Adams_17", [.file("Amy Adams_17_assignsubmission_file/Pipeline.swift", "a")], [5], []),
    (
      "Zo\u{EB} Stra\u{DF}er_18",
      [
        .file("Zo\u{EB} Stra\u{DF}er_18_assignsubmission_file_Pipeline.swift", "a"),
        .zip("Zo\u{EB} Stra\u{DF}er_18_assignsubmission_file_rest.zip", [("Retry.swift", "a")]),
      ], [5, 16], []
    ),
    (
      "lovelaceada_19",
      [.file("lovelaceada_LATE_19_900_Pipeline-1.swift", "a"), .file("lovelaceada_19_901_notes.txt", "a")],
      [5], ["not taken: notes.txt"]
    ),
    ("hoppergrace_20", [.zip("hoppergrace_20_902_work.zip", [(nine, "a")])], [9], []),
    (
      "ahamilton",
      [
        .file("Week 5_ahamilton_attempt_2026-11-19-10-00-00_Pipeline.swift", "previous"),
        .file("Week 5_ahamilton_attempt_2026-11-20-10-00-00_Pipeline.swift", "a"),
        .file("Week 5_ahamilton_attempt_2026-11-20-10-00-00_Retry.swift", "a"),
      ], [5, 16], []
    ),
    (
      "\u{674E}\u{96F7}", [.file("\u{674E}\u{96F7}/\u{64CD}\u{4F5C}/Pipeline \u{526F}\u{672C}.swift", "a")],
      [5], []
    ),
  ]

  @Test func `Each submission is graded as the table says`() throws {
    try withFolder { folder in
      let (course, folder) = try make(in: folder)
      let (submissions, others) = Submission.read(folder)
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
        #expect(
          !said.contains("previous") && files.files.values.joined().allSatisfy { $0.text != "previous" })
      }
    }
  }

  @Test func `Grades, roster, lateness and points by hand agree with the table, also in three parts`() throws
  {
    try withFolder { folder in
      let (course, folder) = try make(in: folder)
      var rules = ClassRules()
      rules.roster = try Roster(
        """
        \u{FEFF}"Last name";"First name";"Login";"Participant"
        Adams;Amy;aa;17
        Strasser;Zoe;zs;18
        Lovelace;Ada;al;19
        Hopper;Grace;gh;20
        Hamilton;Alex;ahamilton;21
        Missing;Mia;mm;22
        """)
      rules.due = ClassRules.date("2026-11-20")
      try rules.readPolicy("later 50%\nextension Amy Adams 2100-01-01\n")
      try rules.readOverrides("student;exercise;points;comment\ngh;9;3;\"asked; answered\"\n")
      let names = Submission.all(in: folder).map(\.student)
      #expect(rules.problems(of: names).errors.isEmpty)
      var points: [String: [Int]] = [:]
      for part in 1...3 {
        var choice = ClassChoice()
        choice.shard = ClassChoice.Shard("\(part)/3")
        choice.register = folder.deletingLastPathComponent().appending(path: "register-\(part)")
        let grades = rules.apply(
          to: try grader(course).gradeClass(in: folder, choice) { _ in }, of: Catalogue.exercises,
          submissions: names, includes: choice.includes)
        for grade in grades { points[grade.student, default: []].append(grade.score) }
      }
      // Each once, and the student who has handed nothing in.
      #expect(points.keys.sorted() == (names + ["mm"]).sorted() && points.values.allSatisfy { $0.count == 1 })
      let five = Catalogue.exercises[4].points.total
      let sixteen = Catalogue.exercises[15].points.total
      // All files are of today: late, except for those with more time.
      #expect(points["Amy Adams_17"] == [five])
      #expect(points["Zo\u{EB} Stra\u{DF}er_18"] == [(five + sixteen) / 2])
      #expect(points["hoppergrace_20"] == [3])
      #expect(points["18 main alone"] == [0] && points["mm"] == [0])
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
      #expect(row[1] == "\(begun + 6)", "\(row)")
      #expect(row[6] == "it is not taken (6)", "\(row)")
      #expect(rows.first { $0[0] == "01-WorkAndErrors" }?[1] == "0")
      let overview = Format.text.write(grades)
      #expect(overview.hasPrefix("40 students, median "))
      let line = overview.split(separator: "\n").first { $0.hasPrefix("14 two suffixes ") }
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
        guard let texts = files.files[exercise.number], !texts.allSatisfy({ $0.text.hasPrefix("// stub") })
        else {
          return .notStarted(exercise)
        }
        let test = TestResult(name: "It holds", hasPassed: true, isVacuous: false, failures: [])
        return Report(exercise: exercise.number, state: .done, tests: [test], message: "", seconds: 1)
      }
      return Grade(
        student: student, reports: reports, remarks: files.remarks, protection: "a sandbox", date: Date(),
        submitted: files.submitted)
    }
    return grader
  }

  /// Makes a course of stubs and the class.
  private func make(in folder: URL) throws -> (Course, URL) {
    let course = Course(root: folder.appending(path: "course"))
    for exercise in Catalogue.exercises {
      for path in course.paths(of: exercise) {
        try Files.write("// stub of \(exercise.number)", to: course.root.appending(path: path))
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
      let ending = Programs.run(
        ["tar", "-czf", all.appending(path: path).path, "Exercises"], in: folder,
        environment: ["PATH": "/usr/bin:/bin"], deadline: .seconds(60), outputCap: 1000)
      #expect(ending.isSuccess)
      try Files.removeIfThere(folder)
    }
  }
}
