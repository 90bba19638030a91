import Foundation
import TestSupport
import Testing

@testable import CourseKit
@testable import GradeKit

/// The student edition: all that a learner needs, and no answers.
@Suite struct `The student edition` {
  @Test func `It has untouched stubs, and neither answers nor their history`() throws {
    try withCourse { course, folder in
      let lesson = course.root.appending(path: "Lessons/07-Notifications")
      try Files.write("text", to: lesson.appending(path: "README.md"))
      try Files.write("notes", to: lesson.appending(path: "Teaching.md"))
      try StudentEdition(course).export(to: folder, solutions: "Ask me.")
      let text = { (path: String) in Files.text(folder.appending(path: path)) }
      #expect(text("Exercises/05-Pipeline/Pipeline.swift") == "stub")
      #expect(text("Exercises/05-Pipeline/Hints/1.md") == "hint")
      #expect(text("Lessons/07-Notifications/README.md") == "text")
      #expect(text("Lessons/07-Notifications/Teaching.md") == nil)
      #expect(text(".course/stubs/05-Pipeline/Pipeline.swift") == "stub")
      #expect(text(".course/solutions.txt") == "Ask me.\n")
      #expect(text("Tests/ExerciseTests/05-Pipeline/T.swift") == "test")
      let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
      #expect(
        !paths.contains { $0.contains("Solution/") || $0.contains("Alternative") || $0.contains("Mistakes") })
      #expect(!paths.contains { $0.hasPrefix(".git/") || $0.hasPrefix("Tests/CourseTests") })
      #expect(text("README.md")?.contains("swift run course check") == true)
      #expect(text(".devcontainer/devcontainer.json") == "container")
      #expect(text(".github/workflows/exercises.yml")?.contains("swift run course check all") == true)
      #expect(!paths.contains { $0.hasSuffix("ci.yml") })
      #expect(text("Sources/course/main.swift") == "course" && text("Sources/GradeKit/A.swift") == nil)
    }
  }

  @Test func `Its manifest lacks what instructors and maintainers have, and is whole`() throws {
    let manifest = StudentEdition.manifestForStudents(of: try packageFile("Package.swift"))
    #expect(!manifest.contains("GradeKit") && manifest.contains("\nfunc contents(of folder: String)"))
  }

  @Test func `It does not overwrite anything`() throws {
    try withCourse { course, folder in
      try Files.write("mine", to: folder.appending(path: "mine.txt"))
      #expect(throws: CourseError.self) { try StudentEdition(course).export(to: folder, solutions: "") }
      #expect(Files.names(in: folder) == ["mine.txt"])
    }
  }

  @Test func `Its text on the exercises omits the part for teachers`() throws {
    let text = try #require(Files.text(packageFolder.appending(path: "Exercises/README.md")))
    let part = StudentEdition.partForStudents(of: text)
    #expect(part.contains("# The exercises") && part.contains("## When it does not work"))
    #expect(!part.contains("Mistakes") && !part.contains("Grading"))
  }

  @Test func `Its fingerprint changes with its contents, and with nothing else`() throws {
    try withCourse { course, _ in
      func fingerprint() -> String { CourseCopy(course).fingerprint(of: CourseCopy.forGrading) }
      let before = fingerprint()
      try Files.write(
        "worked on again", to: course.root.appending(path: "Exercises/05-Pipeline/Pipeline.swift"))
      #expect(fingerprint() == before)
      try Files.write("better", to: course.root.appending(path: "Tests/ExerciseTests/05-Pipeline/T.swift"))
      #expect(fingerprint() != before)
    }
  }

  private func withCourse(_ body: (Course, URL) throws -> Void) throws {
    let files = [
      "Package.swift": "", ".git/config": "", "Exercises/05-Pipeline/Pipeline.swift": "worked on",
      ".course/stubs/05-Pipeline/Pipeline.swift": "stub", "Exercises/05-Pipeline/Hints/1.md": "hint",
      "Exercises/05-Pipeline/Solution/Pipeline.swift": "",
      "Exercises/05-Pipeline/Alternative/Pipeline.swift": "",
      "Exercises/05-Pipeline/Mistakes/A.diff": "",
      "Tests/ExerciseTests/05-Pipeline/T.swift": "test",
      "Sources/course/main.swift": "course", "Sources/GradeKit/A.swift": "",
      "Tests/CourseTests/T.swift": "", ".devcontainer/devcontainer.json": "container",
      ".github/workflows/ci.yml": "",
    ]
    try withFolder { folder in
      for (path, text) in files { try Files.write(text, to: folder.appending(path: "course/\(path)")) }
      try body(Course(root: folder.appending(path: "course")), folder.appending(path: "edition"))
    }
  }
}
