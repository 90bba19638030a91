import Foundation
import TestSupport
import Testing

@testable import CourseKit
@testable import ProofKit

/// The texts of the course agree with its code.
@Suite struct `The texts` {
  private static let course = Course(root: packageFolder)
  private static let exercises = Catalogue.exercises.filter(course.has).map(\.number)

  @Test(arguments: exercises) func `An exercise's texts, files and tests agree`(number: Int) throws {
    let exercise = try #require(Catalogue.exercise(number))
    #expect(Texts(Self.course).problems(of: exercise) == [])
  }

  @Test func `Code in a text is the code of its source`() throws {
    #expect(try Snippets(Self.course).problems() == [])
  }

  @Test func `The verification knows the messages of a crash and of a deadline`() throws {
    let support = packageFolder.appending(path: "Tests/ExerciseSupport/Attempt.swift")
    let text = try #require(Files.text(support))
    #expect(text.contains(Verification.signOfAnEnd))
  }
}

/// What a text shows is woven in from the sources.
@Suite struct `A snippet` {
  @Test func `A text that equals the source has no problem`() throws {
    #expect(try problems(text: "```swift\nlet a = 1\n```") == [])
  }

  @Test func `A text that differs is shown with the difference, and fixed on request`() throws {
    try withCourse(text: "```swift\nlet a = 2\n```\nafter") { course in
      let problems = try Snippets(course).problems()
      #expect(problems.count == 1)
      #expect(problems.first?.contains("    - let a = 2\n    + let a = 1") == true)
      #expect(try Snippets(course).problems(fixing: true) == [])
      #expect(try Snippets(course).problems() == [])
      let text = Files.text(course.root.appending(path: "Lessons/07-Notifications/README.md"))
      #expect(text?.hasSuffix("let a = 1\n```\nafter") == true)
    }
  }

  @Test func `An unknown name or a marker without a fence is a problem`() throws {
    #expect(try problems(text: "no fence").count == 1)
    let unknown = "```\nlet a = 1\n```\n<!-- snippet: Lesson07/two -->\n```\n```"
    #expect(try problems(text: unknown).count == 1)
  }

  private func problems(text: String) throws -> [String] {
    try withCourse(text: text) { try Snippets($0).problems() }
  }

  private func withCourse<Result>(text: String, _ body: (Course) throws -> Result) throws -> Result {
    try withFolder { root in
      let lesson = root.appending(path: "Lessons/07-Notifications")
      try Files.write("// snippet: one\nlet a = 1\n// end\n", to: lesson.appending(path: "main.swift"))
      try Files.write("<!-- snippet: Lesson07/one -->\n\(text)", to: lesson.appending(path: "README.md"))
      return try body(Course(root: root))
    }
  }
}
