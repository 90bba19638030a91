import Foundation
import TestSupport
import Testing

@testable import CourseKit
@testable import GradeKit

/// Only the files that a learner completes are taken, wherever they are, and nothing is unpacked.
@Suite struct `A submission` {
  private let path = "Exercises/05-Pipeline/Pipeline.swift"
  private let transitions = "Exercises/09-Transitions/Transitions.swift"
  private let exercise = Catalogue.exercises[8]

  @Test func `A link is not followed, neither a file nor a folder`() throws {
    try withFolder { folder in
      let manager = FileManager.default
      try Files.write("secret", to: folder.appending(path: "outside/Pipeline.swift"))
      let exercises = folder.appending(path: "in/Exercises")
      try Files.write("", to: exercises.appending(path: "05-Pipeline/README.md"))
      try manager.createSymbolicLink(
        at: exercises.appending(path: "05-Pipeline/Pipeline.swift"),
        withDestinationURL: folder.appending(path: "outside/Pipeline.swift"))
      try manager.createSymbolicLink(
        at: exercises.appending(path: "06-LastInFirstOut"),
        withDestinationURL: folder.appending(path: "outside"))
      let submission = Submission(student: "ada", folder: folder.appending(path: "in"))
      #expect(isRefused(submission.content(path)))
      #expect(isRefused(submission.content("Exercises/06-LastInFirstOut/Pipeline.swift")))
    }
  }

  @Test func `An archive whose paths leave its folder has no effect`() throws {
    try withFolder { folder in
      try Files.write("evil", to: folder.appending(path: "x/Exercises/05-Pipeline/Pipeline.swift"))
      try shell("mkdir y; cd y; tar -czPf ../ada.tar.gz ../x/Exercises", in: folder)
      let submission = Submission(student: "ada", archive: folder.appending(path: "ada.tar.gz"))
      #expect(text(submission, path) == nil)
    }
  }

  @Test func `A file in an archive that is huge when unpacked is not read`() throws {
    try withFolder { folder in
      try Files.write("", to: folder.appending(path: path))
      try shell(
        "dd if=/dev/zero of='\(path)' bs=1048576 count=4 2>/dev/null; tar -czf ada.tar.gz Exercises",
        in: folder)
      #expect(
        isRefused(Submission(student: "ada", archive: folder.appending(path: "ada.tar.gz")).content(path)))
    }
  }

  @Test func `A student's folder, archives and files are one submission`() throws {
    try withFolder { folder in
      for name in ["ada/Exercises/05-Pipeline/Pipeline.swift", ".bob/x", "Zo\u{EB}/x"] {
        try Files.write("mine", to: folder.appending(path: name))
      }
      // The same name, with the accent as a character of its own.
      for name in ["Ada.zip", "zoe\u{308}.zip"] {
        let zip = ZipFile([("Retry.swift", Data("zipped".utf8), false)])
        try zip.data.write(to: folder.appending(path: name))
      }
      let submissions = Submission.all(in: folder)
      #expect(submissions.map { $0.student.lowercased() } == [".bob", "ada", "zo\u{EB}"])
      #expect(text(submissions[1], path) == "mine")
      #expect(text(submissions[1], "Exercises/16-Retry/Retry.swift") == "zipped")
    }
  }

  @Test(arguments: [
    "Exercises/09-Transitions/transitions.swift", "Exercises/09-Transitions/Transitions (1).swift",
    "Exercises/9-Transitions/Transitions.swift", "exercises/09-transitions/Transitions.swift",
    "09/Transitions.swift", "Exercise 9/Transitions.swift", "Transitions/transitions copy.swift",
    ".hidden/09-Transitions/Transitions.swift", "Transitions-1.swift", "TRANSITIONS.SWIFT",
    "Transitions.swift.txt", "Ada_123_assignsubmission_file_Transitions.swift", "09.swift", "ex9.swift",
    "Exercises/09-Transitions/solution.swift", "操作/Transitions 副本.swift",
  ]) func `A spelling that can mean only one exercise is accepted, with a remark`(spelling: String) throws {
    try withFolder { folder in
      try Files.write("mine", to: folder.appending(path: spelling))
      let (text, place) = taken(Submission(student: "ada", folder: folder))
      #expect(text == "mine" && place == spelling)
    }
  }

  @Test(arguments: [
    "Exercises/10-NetworkThread/Transitions.swift", "Tests/ExerciseTests/09-Transitions/Transitions.swift",
    "Exercises/09-Transitions/Solution/Transitions.swift", "2024/09-exam/other.swift", "Transitions.txt",
    "__MACOSX/Transitions.swift", "._Transitions.swift", "Exercises/09-Transitions/VisibleLocks.swift",
  ]) func `An ambiguous name is not accepted`(spelling: String) throws {
    try withFolder { folder in
      try Files.write("mine", to: folder.appending(path: spelling))
      #expect(taken(Submission(student: "ada", folder: folder)).text == nil)
    }
  }

  @Test(arguments: [
    ("ada.tar", "tar -cf"), ("ada.tar.gz", "tar -czf"), ("ada.TGZ", "tar -czf"), ("ada.tar.xz", "tar -cJf"),
    ("ada.tar.bz2", "tar -cjf"), ("ada.ZIP", "python3 -m zipfile -c"), ("ada.zip", "python3 -m zipfile -c"),
  ]) func `The extension of an archive is recognised in any case`(name: String, command: String) throws {
    try withFolder { folder in
      try Files.write("mine\n", to: folder.appending(path: transitions))
      // A machine without that program makes no such archive.
      guard run("\(command) \(name) Exercises", in: folder).isSuccess else { return }
      let submission = try #require(Submission.at(folder.appending(path: name)))
      #expect(submission.student == "ada" && taken(submission).text == "mine\n")
    }
  }

  @Test func `A zip is read with any names: backslashes, Chinese Windows, links, packed or not`()
    throws
  {
    try withFolder { folder in
      let file = folder.appending(path: "ada.zip")
      let long = String(repeating: "let x = 1\n", count: 500)
      try ZipFile([
        ("Exercises\\09-Transitions\\Transitions.swift", Data("mine".utf8), false),
        ("05/Pipeline.swift", Data(long.utf8), false),
        ("06/LastInFirstOut.swift", Data("/etc/passwd".utf8), true),
      ]).data.write(to: file)
      let submission = Submission(student: "ada", archive: file)
      #expect(taken(submission).text == "mine")
      #expect(taken(submission, Catalogue.exercises[4]).text == long)
      let link = submission.answer("LastInFirstOut.swift", of: Catalogue.exercises[5])
      guard case .refused = link else { throw Unexpected() }

      // 操作 in GBK, which is no UTF-8.
      var zip = ZipFile()
      zip.add(name: [0xB2, 0xD9, 0xD7, 0xF7] + Array("/Transitions.swift".utf8), Data("mine".utf8))
      try zip.data.write(to: file)
      #expect(taken(Submission(student: "ada", archive: file)).text == "mine")
    }
  }

  @Test func `Alone and in a class, a submission has the same date and the same mark`() throws {
    try withFolder { folder in
      let names = ["Week 5_ada_attempt_2026-11-20-10-11-12_a.zip", "lovelaceada_LATE_19_20_b.zip"]
      for name in names {
        try ZipFile([("a.txt", Data(), false)]).data.write(to: folder.appending(path: name))
      }
      let alone = names.map { Submission.at(folder.appending(path: $0), in: .gmt) }
      let inClass = Submission.read(folder, in: .gmt).submissions
      #expect(alone.map { $0?.handIn?.source } == inClass.map { $0.handIn?.source })
      #expect(
        alone.map { $0?.isMarkedLate } == [false, true] && inClass.map(\.isMarkedLate) == [false, true])
    }
  }

  @Test(arguments: [["a_smith", "b_smith"], ["ada", "bob"], ["ada"]])
  func `Blackboard's names are those of users, also with a line below`(users: [String]) throws {
    try withFolder { folder in
      for user in users {
        let name = "Week 5_\(user)_attempt_2026-11-20-10-11-12_Pipeline.swift"
        try Files.write("text", to: folder.appending(path: name))
      }
      let read = Submission.read(folder)
      #expect(read.submissions.map(\.student) == users && read.others.isEmpty)
    }
  }

  @Test func `If nothing is recognised, every format lists what was found and reports the lost points`()
    throws
  {
    try withFolder { folder in
      try Files.write("text", to: folder.appending(path: "homework/answer.docx"))
      let taken = Grader(Course(root: folder)).take(Submission(student: "ada", folder: folder))
      #expect(taken.notRecognised == "nothing recognised; found these files: homework/answer.docx")
      let report = Report.notRecognised(exercise, try #require(taken.notRecognised))
      let grade = Grade(
        student: "ada", reports: [report], remarks: taken.remarks, protection: "", date: Date())
      #expect(!grade.isRecognised)
      for format in Format.allCases where format != .canvas {
        let text = format.write([grade])
        #expect(text.contains("nothing recognised"), "\(format)")
        #expect(text.contains("answer.docx"), "\(format)")
      }
    }
  }

  // MARK: - Helpers

  private struct Unexpected: Error {}

  private func taken(
    _ submission: Submission, _ exercise: Exercise? = nil
  ) -> (text: String?, place: String?) {
    let exercise = exercise ?? self.exercise
    let answer = submission.answer(exercise.files[0], of: exercise)
    if case .text(let text, let place) = answer { return (text, place) }
    return (nil, nil)
  }

  private func text(_ submission: Submission, _ path: String) -> String? {
    if case .text(let text, _) = found(submission, path) { text } else { nil }
  }

  private func found(_ submission: Submission, _ path: String) -> Submission.Content {
    let parts = path.split(separator: "/").map(String.init)
    let exercise = Catalogue.exercises.first { parts.count == 3 && $0.folder == parts[1] }
    return exercise.map { submission.answer(parts[2], of: $0) } ?? submission.content(path)
  }

  private func isRefused(_ content: Submission.Content) -> Bool {
    if case .refused = content { true } else { false }
  }

  private func shell(_ script: String, in folder: URL) throws {
    let ending = run(script, in: folder)
    #expect(ending.isSuccess, "\(ending.output)")
  }

  private func run(_ script: String, in folder: URL) -> ProgramResult {
    Programs.run(
      ["/bin/sh", "-c", script], in: folder,
      environment: [
        "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": folder.path,
      ],
      deadline: .seconds(60), outputCap: 1000)
  }
}
