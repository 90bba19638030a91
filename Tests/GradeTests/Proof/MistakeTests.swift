import Foundation
import TestSupport
import Testing

@testable import CourseKit
@testable import ProofKit

/// A wrong answer is a difference from the solution, and becomes a file again.
@Suite struct `A kept mistake` {
  private let exercise = Catalogue.exercises[4]
  private let solution = (1...20).map { "line \($0)" }.joined(separator: "\n") + "\n"

  @Test func `It becomes the changed solution again, and is kept as the same text`() throws {
    try withCourse { course in
      let wrong = solution.replacing("line 9\n", with: "line nine\n").replacing("line 20\n", with: "")
      try keep("A", wrong, in: course)
      let mistake = try course.mistake("A", of: exercise)
      #expect(mistake.files(from: course.solution(of: exercise)).files.map(\.text) == [wrong])

      let text = try #require(Files.text(kept("A", in: course)))
      #expect(try Mistake(name: "A", text: text).text == text)
      #expect(
        text.split(separator: "\n").filter { $0.hasPrefix("-") } == [
          "--- Solution/Pipeline.swift", "-line 9", "-line 20",
        ])
    }
  }

  @Test func `A difference still fits a solution that has grown further up, and can be renewed`() throws {
    try withCourse { course in
      try keep("A", solution.replacing("line 9\n", with: "line nine\n"), in: course)
      try write(solution: "new\n" + solution, in: course)
      #expect(try fit("A", in: course) == .moved)
      try course.renewMistakes(of: exercise)
      #expect(try fit("A", in: course) == .exact)
      #expect(Files.text(kept("A", in: course))?.contains("@@ -7,7 +7,7 @@") == true)
    }
  }

  @Test func `If a line beside the change differs, it fits loosely`() throws {
    try withCourse { course in
      try keep("A", solution.replacing("line 9\n", with: "line nine\n"), in: course)
      try write(solution: solution.replacing("line 7\n", with: "line seven\n"), in: course)
      #expect(try fit("A", in: course) == .loose)
      let problems = Texts(course).problems(of: exercise).filter { $0.contains("A.diff") }
      #expect(problems.first?.contains("fits the solution loosely") == true)
      let files = try course.mistake("A", of: exercise).files(from: course.solution(of: exercise)).files
      #expect(files[0].text.contains("line seven\nline 8\nline nine\nline 10\n"))
      try write(solution: solution.replacing("line 9\n", with: "another\n"), in: course)
      #expect(try fit("A", in: course) == .fitsNot("change 1 of Pipeline.swift needs the line 'line 9'"))
    }
  }

  @Test(arguments: [
    ("Wrong: \nCaught by: b\n", "line 1 must say 'Wrong: '"),
    ("Wrong: a\nb\n", "line 2 must say 'Caught by: '"),
    ("Wrong: a\nCaught by: b\n", "there is no change"),
    ("Wrong: a\nCaught by: b\n--- Solution/A\n+++ Mistake/A\n@@ -1,2 +1 @@\n-x\n", "shorter than '@@' says"),
    ("Wrong: a\nCaught by: b\n--- A\n+++ A\n@@ -1 +1 @@\n-x\n+y\n", "must begin with 'Solution/'"),
  ])
  func `A malformed file is refused, with the reason`(text: String, reason: String) throws {
    let error = #expect(throws: CourseError.self) { try Mistake(name: "A", text: text) }
    #expect(error?.description.contains(reason) == true)
  }

  // MARK: - A course with one exercise

  private func withCourse(_ body: (Course) throws -> Void) throws {
    try withFolder { root in
      let course = Course(root: root)
      try write(solution: solution, in: course)
      try body(course)
    }
  }

  private func write(solution: String, in course: Course) throws {
    try Files.write(solution, to: course.folder(of: exercise).appending(path: "Solution/Pipeline.swift"))
  }

  private func keep(_ name: String, _ wrong: String, in course: Course) throws {
    let names = (old: "Solution/Pipeline.swift", new: "Mistake/Pipeline.swift")
    let change = try #require(UnifiedDiff.File(from: solution, to: wrong, named: names))
    let mistake = Mistake(name: name, wrong: "a", caughtBy: "b", difference: UnifiedDiff(files: [change]))
    try Files.write(mistake.text, to: kept(name, in: course))
  }

  private func fit(_ name: String, in course: Course) throws -> Mistake.Fit {
    try course.mistake(name, of: exercise).files(from: course.solution(of: exercise)).fit
  }

  private func kept(_ name: String, in course: Course) -> URL {
    course.mistakesFolder(of: exercise).appending(path: "\(name).diff")
  }
}
