import Foundation
import TestSupport
import Testing

@testable import CourseKit
@testable import GradeKit

/// What students upload: whatever can mean only one exercise is accepted, with a remark.
@Suite struct `The shape of a submission` {
  private let exercise = Catalogue.exercises[8]
  private let path = "Exercises/09-Transitions/Transitions.swift"

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

  @Test func `Two equal copies of a file count as one; two that differ are refused by name`() throws {
    try withFolder { folder in
      for name in ["a/Transitions.swift", "b/Transitions.swift"] {
        try Files.write("mine", to: folder.appending(path: name))
      }
      #expect(taken(Submission(student: "ada", folder: folder)).text == "mine")
      try Files.write("other", to: folder.appending(path: "b/Transitions.swift"))
      let answer = Submission(student: "ada", folder: folder).answer("Transitions.swift", of: exercise)
      guard case .refused(let reason) = answer else { throw Unexpected() }
      #expect(reason.contains("a/Transitions.swift, b/Transitions.swift, which differ"))
    }
  }

  @Test(arguments: [
    ("ada.tar", "tar -cf"), ("ada.tar.gz", "tar -czf"), ("ada.TGZ", "tar -czf"), ("ada.tar.xz", "tar -cJf"),
    ("ada.tar.bz2", "tar -cjf"), ("ada.ZIP", "python3 -m zipfile -c"), ("ada.zip", "python3 -m zipfile -c"),
  ]) func `The extension of an archive is recognised in any case`(name: String, command: String) throws {
    try withFolder { folder in
      try Files.write("mine\n", to: folder.appending(path: path))
      let ending = shell("\(command) \(name) Exercises", in: folder)
      // A machine without that program makes no such archive.
      guard ending.isSuccess else { return }
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

  @Test(.enabled(if: Programs.exists("python3"))) func `Data packed by another program is unpacked`() throws {
    try withFolder { folder in
      let text = (0..<3000).map { "let value\($0) = \($0 &* 7919 % 1013)\n" }.joined()
      try Files.write(text, to: folder.appending(path: path))
      #expect(shell("python3 -m zipfile -c in.zip Exercises", in: folder).isSuccess)
      let script = "import zipfile;z=zipfile.ZipFile('a.zip','w',8);z.write('\(path)')"
      #expect(shell("python3 -c \"\(script)\"", in: folder).isSuccess)
      #expect(taken(Submission(student: "a", archive: folder.appending(path: "a.zip"))).text == text)
    }
  }

  @Test func `An archive in the student's folder is read`() throws {
    try withFolder { folder in
      let zip = ZipFile([("Transitions.swift", Data("mine".utf8), false)])
      try FileManager.default.createDirectory(
        at: folder.appending(path: "in"), withIntermediateDirectories: true)
      try zip.data.write(to: folder.appending(path: "in/my work.zip"))
      #expect(taken(Submission(student: "ada", folder: folder)).text == "mine")
      try ZipFile([("deep/my work.zip", zip.data, false)]).data.write(to: folder.appending(path: "ada.zip"))
      #expect(taken(Submission(student: "ada", archive: folder.appending(path: "ada.zip"))).text == "mine")
    }
  }

  @Test(arguments: ["ada.zip", "ada.tar.gz", "ada.rar"]) func `A damaged archive is reported by name`(
    name: String
  ) throws {
    try withFolder { folder in
      try Files.write("PK no archive", to: folder.appending(path: name))
      let submission = try #require(Submission.at(folder.appending(path: name)))
      #expect(submission.trouble.contains { $0.hasPrefix(name) })
      #expect(submission.listing == "there are no files")
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
    if case .text(let text, let place) = submission.answer(exercise.files[0], of: exercise) {
      return (text, place)
    }
    return (nil, nil)
  }

  private func shell(_ script: String, in folder: URL) -> ProgramResult {
    Programs.run(
      ["/bin/sh", "-c", script], in: folder,
      environment: [
        "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": folder.path,
      ],
      deadline: .seconds(60), outputCap: 1000)
  }
}
