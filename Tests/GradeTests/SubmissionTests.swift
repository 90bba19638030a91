import Foundation
import TestSupport
import Testing

@testable import CourseKit
@testable import GradeKit

/// Only the files that a learner completes are taken, wherever they are, and nothing is unpacked.
@Suite struct `A submission` {
  private let path = "Exercises/05-Pipeline/Pipeline.swift"

  @Test(arguments: ["", "fork-main/", "a/b/", ".hidden/"]) func `A fork is read, also from a folder within`(
    prefix: String
  ) throws {
    try withFolder { folder in
      try Files.write("mine", to: folder.appending(path: prefix + path))
      try Files.write("test", to: folder.appending(path: prefix + "Tests/ExerciseTests/05-Pipeline/T.swift"))
      #expect(text(Submission(student: "ada", folder: folder), path) == "mine")
    }
  }

  @Test func `The exercises alone are enough`() throws {
    try withFolder { folder in
      try Files.write("mine", to: folder.appending(path: "05-Pipeline/Pipeline.swift"))
      #expect(text(Submission(student: "ada", folder: folder), path) == "mine")
    }
  }

  @Test func `Files alone are enough, but not those of another folder`() throws {
    try withFolder { folder in
      try Files.write("mine", to: folder.appending(path: "upload/Pipeline.swift"))
      try Files.write("other", to: folder.appending(path: "Tests/ExerciseTests/05-Pipeline/Archive.swift"))
      let submission = Submission(student: "ada", folder: folder)
      #expect(text(submission, path) == "mine")
      #expect(text(submission, "Exercises/13-Archive/Archive.swift") == nil)
      #expect(text(submission, "Package.swift") == nil)
    }
  }

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

  @Test func `A file that is too long is not read`() throws {
    try withFolder { folder in
      let file = folder.appending(path: path)
      try Files.write("", to: file)
      // A gigabyte that takes no space: only its length is written.
      let handle = try FileHandle(forWritingTo: file)
      try handle.truncate(atOffset: 1 << 30)
      try handle.close()
      #expect(isRefused(Submission(student: "ada", folder: folder).content(path)))
    }
  }

  @Test func `An archive is read without being unpacked`() throws {
    try withFolder { folder in
      try Files.write("mine", to: folder.appending(path: "src/fork/\(path)"))
      try Files.write("a name", to: folder.appending(path: "src/fork/two words\nand a line"))
      try shell("tar -C src -czf ada.tar.gz fork", in: folder)
      #expect(text(Submission(student: "ada", archive: folder.appending(path: "ada.tar.gz")), path) == "mine")
      #expect(Files.names(in: folder) == ["ada.tar.gz", "src"])
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

  @Test func `A file that is not an archive contains nothing`() throws {
    try withFolder { folder in
      try Files.write("not an archive", to: folder.appending(path: "ada.tar.gz"))
      #expect(text(Submission(student: "ada", archive: folder.appending(path: "ada.tar.gz")), path) == nil)
    }
  }

  @Test func `The flat export of a learning platform is one submission per student`() throws {
    try withFolder { folder in
      for name in [
        "Ada Lovelace_12_assignsubmission_file_Pipeline.swift",
        "Ada Lovelace_12_assignsubmission_file_Retry.swift",
        "hoppergrace_LATE_7_345_Pipeline-1.swift", "notes.txt",
      ] { try Files.write("of \(name.prefix(3))", to: folder.appending(path: name)) }
      let (submissions, others) = Submission.read(folder)
      #expect(submissions.map(\.student) == ["Ada Lovelace_12", "hoppergrace_7"])
      #expect(others == ["notes.txt (neither a folder nor an archive)"])
      #expect(submissions.map { text($0, path) } == ["of Ada", "of hop"])
      #expect(text(submissions[0], "Exercises/16-Retry/Retry.swift") == "of Ada")
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

  @Test func `Folders and archives are students, other files are not`() throws {
    try withFolder { folder in
      for name in ["b/x", "a.tar.gz", "c.zip", "notes.txt", "two\nlines/x"] {
        try Files.write("", to: folder.appending(path: name))
      }
      #expect(Submission.all(in: folder).map(\.student) == ["a", "b", "c", "two\nlines"])
    }
  }

  // MARK: - Helpers

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
    let ending = Programs.run(
      ["/bin/sh", "-c", script], in: folder, environment: ["PATH": "/usr/bin:/bin:/usr/local/bin"],
      deadline: .seconds(60), outputCap: 1000)
    #expect(ending.isSuccess, "\(ending.output)")
  }
}
