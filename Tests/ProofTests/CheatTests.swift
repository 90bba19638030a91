import TestSupport
import Testing

@testable import CourseKit
@testable import GradeKit
@testable import ProofKit

/// What is handed in to deceive the tests.
@Suite struct `A cheat` {
  @Test func `One that is recognised by its text is refused`() throws {
    let course = Course(root: packageFolder)
    let answers = try Cheats(course).answers()
    for (name, exercise, text) in answers {
      let reserved = Forbidden.reserved(in: course, for: exercise)
      // The first line of each states whether its text gives it away.
      let isTold = text.contains("The text gives it away.")
      #expect((Forbidden.reason(in: text, reserved: reserved) != nil) == isTold, "\(name)")
    }
    #expect(answers.count >= 54)
  }
}
