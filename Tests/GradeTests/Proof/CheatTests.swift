import TestSupport
import Testing

@testable import CourseKit
@testable import ProofKit

/// What is handed in to deceive the tests.
@Suite struct `A cheat` {
  @Test func `Each is made of a stub that still has its place for a trick`() throws {
    let answers = try Cheats(Course(root: packageFolder)).answers()
    #expect(answers.count >= 41)
    for (name, exercise, text) in answers where exercise.number == 5 {
      #expect(!text.contains("func cheat(_ step: Step)") || text.contains("    cheat(self)\n"), "\(name)")
    }
  }
}
