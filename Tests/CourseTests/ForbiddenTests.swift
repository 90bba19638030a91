import Foundation
import Testing

@testable import CourseKit

/// What is not compiled, because no exercise needs it and it could deceive the tests.
@Suite struct `A forbidden text` {
  @Test(arguments: [
    "@_cdecl(\"exit\") func f() {}", "import  Testing", "@testable import ExerciseSupport",
    "import struct Testing.Issue", "Glibc.dlsym(nil)", "@_silgen_name(\"x\")",
    "@c\nfunc exit(_ code: Int32) {}",
  ]) func `What reaches into the tests is not compiled`(text: String) {
    #expect(Forbidden.reason(in: text) != nil)
  }

  @Test(arguments: [
    "func == (a: String?, b: String?) -> Bool { true }", "func ==<T>(a: T, b: T) -> Bool { true }",
    "func != (a: [Int], b: [Int]) -> Bool { false }", "prefix func ! (a: Bool) -> Bool { true }",
    "typealias Mine = Int; func == (a: Mine, b: Mine) -> Bool { true }",
  ]) func `What changes the comparisons of the tests is not compiled`(text: String) {
    #expect(Forbidden.reason(in: text) != nil)
  }

  @Test(arguments: [
    "struct Mine { static func == (a: Mine, b: Mine) -> Bool { true } }",
    "struct Mine {}; extension Mine: Comparable { static func < (a: Self, b: Self) -> Bool { a.x < b.x } }",
    "@concurrent func cdecl() {}; @cached var c = 1", "func compare<T>(_ a: T) {}",
  ]) func `What an exercise may need is compiled`(text: String) {
    #expect(Forbidden.reason(in: text) == nil)
  }

  @Test(arguments: [
    "@`section`(\"x\") let a = 1", "@ _silgen_name(\"x\") func f()", "import/**/ExerciseSupport",
    "import // x\n Testing", "// struct String\nfunc == (a: String?, b: String?) -> Bool { true }",
    "/* struct String */ func == (a: String, b: String) -> Bool { true }",
    "let s = \"struct String {\"; func == (a: String, b: String) -> Bool { true }",
    "let s = \"\\(f(\"a\"))\"; @_cdecl(\"alarm\") func f() {}", "let s = \"\\({ dlsym() }())\"",
    "let r = /\"/; @_cdecl(\"alarm\") func f() {}; let q = /\"/", "let r = #/\"/#",
    "let s = #\"\"\"#; dlsym() //\"\"\"#",
    "enum Hidden { struct Optional {} }; func == (a: Optional<Int>, b: Optional<Int>) -> Bool { true }",
    "extension Optional { static func == (a: Self, b: Self) -> Bool { true } }",
    "protocol Mine {}; extension Mine { static func == (a: Self, b: Self) -> Bool { true } }",
    "struct Mine {}; extension Mine? { static func == (a: Self, b: Self) -> Bool { true } }",
    "infix operator == : Mine", "macro expect(_ x: Bool) = #externalMacro(module: \"a\", type: \"b\")",
  ]) func `A comment, a string, backticks or another spelling do not hide it`(text: String) {
    #expect(Forbidden.reason(in: text) != nil)
  }

  @Test(arguments: [
    "func fulfil(_ checks: () -> Void) {}", "struct Dice {}", "public enum Testing2 {}; typealias Dice = Int",
    "extension Array { func joined() -> String { \"\" } }", "extension Dice { init(seed: Int) {} }",
    "extension DefaultStringInterpolation { mutating func appendInterpolation(_ a: Int) {} }",
  ]) func `A name that the tests use is not declared where they see it`(text: String) {
    let names: Set = ["fulfil", "Dice", "joined", "appendInterpolation"]
    #expect(Forbidden.reason(in: text, reserved: names) != nil)
  }

  @Test(arguments: [
    "private func fulfil() {}", "fileprivate struct Dice {}", "private extension Array { func joined() {} }",
    "struct Mine { func joined() {}; struct Dice {}; init(seed: Int) {} }",
    "func f() { let joined = 1; func fulfil() {} }",
    "struct Mine {}; extension Mine { func joined() {} }", "// func fulfil()\nlet text = \"struct Dice {}\"",
  ]) func `A name of the answer's own is free`(text: String) {
    #expect(Forbidden.reason(in: text, reserved: ["fulfil", "Dice", "joined"]) == nil)
  }

  @Test func `No right answer of the course uses what is not compiled`() {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let course = Course(root: root)
    for exercise in Catalogue.exercises {
      let reserved = Forbidden.reserved(in: course, for: exercise)
      for folder in ["Solution", "Alternative"] {
        for name in exercise.files {
          let file = course.folder(of: exercise).appending(path: "\(folder)/\(name)")
          guard let text = Files.text(file) else { continue }
          #expect(Forbidden.reason(in: text, reserved: reserved) == nil, "\(exercise.folder)/\(folder)")
        }
      }
    }
  }

  @Test func `The cheats that are recognised by their text are refused`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let course = Course(root: root)
    let reserved = Forbidden.reserved(in: course, for: Catalogue.exercises[4])
    let answers = try Cheats(course).answers()
    for (name, text) in answers {
      // The first line of each states whether its text gives it away.
      let isTold = text.contains("The text gives it away.")
      #expect((Forbidden.reason(in: text, reserved: reserved) != nil) == isTold, "\(name)")
    }
    #expect(answers.count >= 40)
  }
}
