import Foundation
import Testing

@testable import CourseKit

/// What is not compiled, because no exercise needs it and the tests could be deceived by it.
@Suite struct `A forbidden text` {
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
}
