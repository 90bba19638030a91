import Foundation
import Testing

@testable import CourseKit

/// Only the files that a learner completes are taken, wherever they stand, and nothing is unpacked.
@Suite struct `A submission` {
  private let path = "Exercises/05-Pipeline/Pipeline.swift"

  @Test(arguments: ["", "fork-main/", "a/b/"]) func `A fork is read, also from a folder within`(
    prefix: String
  ) throws {
    try withFolder { folder in
      try Files.write("mine", to: folder.appending(path: prefix + path))
      try Files.write("test", to: folder.appending(path: prefix + "Tests/ExerciseTests/05-Pipeline/T.swift"))
      #expect(text(Submission(student: "ada", folder: folder), path) == "mine")
    }
  }

  @Test func `The exercises alone will do`() throws {
    try withFolder { folder in
      try Files.write("mine", to: folder.appending(path: "05-Pipeline/Pipeline.swift"))
      #expect(text(Submission(student: "ada", folder: folder), path) == "mine")
    }
  }

  @Test func `Files alone will do, but not those of another folder`() throws {
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
      // A gigabyte that takes no room: nothing but its length is written.
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

  @Test(.enabled(if: Programs.exists("zip") || Programs.exists("python3"))) func `A zip is read as well`()
    throws
  {
    try withFolder { folder in
      try Files.write("mine", to: folder.appending(path: "fork [1]/\(path)"))
      let make = Programs.exists("zip") ? "zip -qr ada.zip fork*" : "python3 -m zipfile -c ada.zip fork*"
      try shell(make, in: folder)
      #expect(text(Submission(student: "ada", archive: folder.appending(path: "ada.zip")), path) == "mine")
    }
  }

  @Test func `An archive that climbs out of its folder gets nowhere`() throws {
    try withFolder { folder in
      try Files.write("evil", to: folder.appending(path: "x/Exercises/05-Pipeline/Pipeline.swift"))
      try shell("mkdir y; cd y; tar -czPf ../ada.tar.gz ../x/Exercises", in: folder)
      let submission = Submission(student: "ada", archive: folder.appending(path: "ada.tar.gz"))
      #expect(text(submission, path) == nil)
    }
  }

  @Test func `A file of an archive that is huge when unpacked is not read`() throws {
    try withFolder { folder in
      try Files.write("", to: folder.appending(path: path))
      try shell(
        "dd if=/dev/zero of='\(path)' bs=1048576 count=4 2>/dev/null; tar -czf ada.tar.gz Exercises",
        in: folder)
      #expect(
        isRefused(Submission(student: "ada", archive: folder.appending(path: "ada.tar.gz")).content(path)))
    }
  }

  @Test func `What is no archive holds nothing`() throws {
    try withFolder { folder in
      try Files.write("not an archive", to: folder.appending(path: "ada.tar.gz"))
      #expect(text(Submission(student: "ada", archive: folder.appending(path: "ada.tar.gz")), path) == nil)
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

  @Test(arguments: [
    "@_cdecl(\"exit\") func f() {}", "import  Testing", "@testable import ExerciseSupport",
    "import struct Testing.Issue", "Glibc.dlsym(nil)", "@_silgen_name(\"x\")",
    "@c\nfunc exit(_ code: Int32) {}",
  ]) func `What reaches into the tests is not compiled`(text: String) {
    #expect(Grader.forbidden(in: text) != nil)
  }

  @Test(arguments: [
    "func == (a: String?, b: String?) -> Bool { true }", "func ==<T>(a: T, b: T) -> Bool { true }",
    "func != (a: [Int], b: [Int]) -> Bool { false }", "prefix func ! (a: Bool) -> Bool { true }",
    "typealias Mine = Int; func == (a: Mine, b: Mine) -> Bool { true }",
  ]) func `What changes the comparisons of the tests is not compiled`(text: String) {
    #expect(Grader.forbidden(in: text) != nil)
  }

  @Test(arguments: [
    "struct Mine { static func == (a: Mine, b: Mine) -> Bool { true } }",
    "extension Mine: Comparable { static func < (a: Self, b: Self) -> Bool { a.x < b.x } }",
    "@concurrent func cdecl() {}; @cached var c = 1", "func compare<T>(_ a: T) {}",
  ]) func `What an exercise may need is compiled`(text: String) {
    #expect(Grader.forbidden(in: text) == nil)
  }

  @Test func `No solution of the course uses what is not compiled`() {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let course = Course(root: root)
    for exercise in Catalogue.exercises {
      for answer in course.solution(of: exercise) { #expect(Grader.forbidden(in: answer.text) == nil) }
    }
  }

  // MARK: - Helpers

  private func text(_ submission: Submission, _ path: String) -> String? {
    if case .text(let text) = submission.content(path) { text } else { nil }
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
