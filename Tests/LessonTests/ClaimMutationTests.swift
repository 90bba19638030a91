import Foundation
import TestSupport
import Testing

@testable import CourseKit
@testable import ProofKit

@Suite struct `Mutations of claims` {
  private static let text = """
    Breaks: it held
    --- Lessons/01-A/main.swift
    +++ Lessons/01-A/main.swift
    @@ -1,2 +1,1 @@
     first()
    -second()

    """

  private func outcomes(_ claims: [(String, String)]) -> ClaimOutcomes? {
    let entries = claims.map { "{\"text\":\"\($0)\",\"claim\":{\"outcome\":\"\($1)\"}}" }
    return ClaimOutcomes("{\"opening\":[],\"steps\":[{\"entries\":[\(entries.joined(separator: ","))]}]}")
  }

  @Test func `A mutation names the claim that it breaks, and changes a file of the package`() throws {
    let mutation = try ClaimMutation(name: "A", text: Self.text)
    #expect(mutation.breaks == "it held")
    let files = try mutation.files { $0 == "Lessons/01-A/main.swift" ? "first()\nsecond()\n" : nil }
    #expect(files.map(\.path) == ["Lessons/01-A/main.swift"])
    #expect(files.map(\.text) == ["first()\n"])
  }

  @Test func `A mutation that names no claim, or fits no file, is refused`() throws {
    #expect(throws: CourseError.self) { try ClaimMutation(name: "A", text: "Wrong: x\n") }
    let mutation = try ClaimMutation(name: "A", text: Self.text)
    #expect(throws: CourseError.self) { try mutation.files { _ in nil } }
    #expect(throws: CourseError.self) { try mutation.files { _ in "other()\n" } }
  }

  @Test func `It proves its claim if that one does not hold, and every other does`() throws {
    let mutation = try ClaimMutation(name: "A", text: Self.text)
    #expect(outcomes([("it held", "broken"), ("b", "held")])?.objection(to: mutation) == nil)
    #expect(outcomes([("it held", "held")])?.objection(to: mutation) == "'it held' held")
    #expect(
      outcomes([("it held", "broken"), ("b", "broken")])?.objection(to: mutation)
        == "'b' did not hold either")
    #expect(
      outcomes([("b", "held")])?.objection(to: mutation) == "the lesson makes no claim 'it held'")
    #expect(ClaimOutcomes("no record") == nil)
  }

  @Test func `The kept mutations fit the present lessons, and each claim has its own`() async throws {
    let course = Course(root: packageFolder)
    for lesson in Catalogue.lessons {
      let mutations = try course.claimMutations(of: lesson)
      let run = try await LessonRun.recorded(lesson.number).run
      let claims = try #require(ClaimOutcomes(run.output)).sentences
      let proven = Set(mutations.map(\.breaks))
      let open = claims.filter { !proven.contains($0) }
      #expect(open.isEmpty, "\(lesson.folder) makes claims that no change breaks")
      for mutation in mutations {
        #expect(claims.contains(mutation.breaks), "\(lesson.folder), \(mutation.name)")
        let files = try mutation.files { path in
          try? String(contentsOf: packageFolder.appending(path: path), encoding: .utf8)
        }
        #expect(!files.isEmpty)
      }
    }
  }
}
