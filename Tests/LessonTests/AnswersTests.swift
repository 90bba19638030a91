import Foundation
import Testing

@testable import LessonKit

/// A learner's predictions, in the file of the progress.
@Suite struct `The answers that are kept` {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "answers-\(UUID().uuidString)")

  private func inCourse(_ body: (Answers, URL) throws -> Void) throws {
    let course = folder.appending(path: ".course")
    try FileManager.default.createDirectory(at: course, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data().write(to: folder.appending(path: "Package.swift"))
    let main = folder.appending(path: "Lessons/05-Order/main.swift").path
    let answers = try #require(Answers(lesson: main, environment: [:]))
    try body(answers, course.appending(path: "progress.txt"))
  }

  private func lines(_ file: URL) throws -> [String] {
    let text = try String(contentsOf: file, encoding: .utf8)
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  @Test func `A wrong answer has to be given again, a right one does not`() throws {
    try inCourse { answers, file in
      #expect(answers.note(3, isRight: false, step: 2))
      #expect(answers.isToBeAskedAgain(2))
      #expect(!answers.isToBeAskedAgain(0), "the question before the lesson is another one")
      let wrong = try lines(file)
      #expect(wrong[1] == "answer: lesson Order step 2 3")
      #expect(wrong[2].wholeMatch(of: /again: lesson Order step 2 \d{4}-\d\d-\d\d/) != nil)
      #expect(answers.note(1, isRight: true, step: 2))
      #expect(!answers.isToBeAskedAgain(2))
      let right = try lines(file)
      #expect(right.dropFirst() == ["answer: lesson Order step 2 1"])
    }
  }

  @Test func `The question before the lesson has its own lines, and all other lines stay`() throws {
    try inCourse { answers, file in
      let kept = [
        "# mine", "", "current: lesson Order", "again: lesson Order step 3 2026-01-01",
        "answer: lesson OrderTwo 1", "answer: lesson Order by hand", "", "answer: lesson Order step",
      ]
      try kept.joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
      #expect(answers.note(2, isRight: true, step: 0))
      let after = try lines(file)
      #expect(after == kept + ["answer: lesson Order 2"])
      #expect(answers.isToBeAskedAgain(3))
    }
  }

  @Test func `What was noted about a step without a question is removed, and all other lines stay`() throws {
    try inCourse { answers, file in
      let kept = [
        "# mine", "done: lesson Order 2026-01-01", "answer: lesson Order 2", "answer: lesson Order step 3 1",
        "again: lesson Order step 3 2026-01-01", "answer: lesson Suspend step 9 1",
      ]
      let gone = ["answer: lesson Order step 9 1", "again: lesson Order step 9 2026-01-01"]
      try (kept + gone).joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
      answers.forgetSteps(except: [0, 3])
      #expect(try lines(file) == kept)
    }
  }

  @Test func `A file that cannot be read is not overwritten`() throws {
    try inCourse { answers, file in
      let bytes = Data([0xFF, 0xFE, 0x00])
      try bytes.write(to: file)
      #expect(!answers.note(1, isRight: false, step: 1))
      #expect(FileManager.default.contents(atPath: file.path) == bytes)
    }
  }

  @Test func `A lesson outside a course keeps nothing`() {
    #expect(Answers(lesson: "/nowhere/Lessons/05-Order/main.swift", environment: [:]) == nil)
    #expect(Answers(lesson: "main.swift", environment: [:]) == nil)
  }
}
