import Foundation
import TestSupport
import Testing

@testable import CourseKit
@testable import GradeKit

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
    "#if false\nstruct Array {}\n#endif\nextension Array { static func == (a: Self, b: Self) -> Bool { true } }",
    "#if compiler(>=99)\nstruct Mine {\n#endif\nfunc == (a: [Int], b: [Int]) -> Bool { true }",
    "infix operator == : Mine", "macro expect(_ x: Bool) = #externalMacro(module: \"a\", type: \"b\")",
  ]) func `A comment, a string, backticks or another spelling do not hide it`(text: String) {
    #expect(Forbidden.reason(in: text) != nil)
  }

  @Test(arguments: [
    "func fulfil(_ checks: () -> Void) {}", "struct Dice {}", "public enum Testing2 {}; typealias Dice = Int",
    "extension Array { func joined() -> String { \"\" } }", "extension Dice { init(seed: Int) {} }",
    "let first = 1, fulfil = { (checks: () -> Void) in }", "let (first, fulfil) = (1, 2)",
    "let a: [Int: Int] = [:], (b, (c, fulfil)) = (1, (2, 3))", "public typealias IntegerLiteralType = Int8",
    "#if compiler(>=99)\nstruct Mine {\n#else\nfunc fulfil() {}\n#endif",
    "extension DefaultStringInterpolation { mutating func appendInterpolation(_ a: Int) {} }",
  ]) func `A name that the tests use is not declared where they see it`(text: String) {
    let names: Set = ["fulfil", "Dice", "joined", "appendInterpolation"]
    #expect(Forbidden.reason(in: text, reserved: names.union(Forbidden.implicit)) != nil)
  }

  private static let stub =
    "enum Status { case ready, paused(Int) = 2; case ended }; struct Life { let end = 1 }; struct Ticket { let number = 1 }"

  /// What the stub's types may not declare where the tests make lives and no tickets.
  private static let kept = Set(Forbidden.members(ofStub: stub, whoseTestsMake: ["Life", "Notes"]))

  @Test(arguments: [
    "enum Status { static func == (a: Status, b: Status) -> Bool { true } }",
    "struct Status {}; extension Status { static func != (a: Self, b: Self) -> Bool { false } }",
    "struct Life {}; func == (a: Life, b: Life) -> Bool { true }",
    "enum Status { case ready; public static let ended = Status.ready }",
    "enum Status { case ready; static nonisolated(unsafe) let one = 1, ended = Status.ready }",
    "enum Status { case ready; static func paused(_ a: Int) -> Status { .ready } }",
    "enum Mine { case ready }; typealias Status = Mine",
    "protocol Mine {}; extension Mine where Self == Status { static var ended: Status { .ready } }",
  ]) func `What makes values of the stub's types equal is not compiled`(text: String) {
    #expect(Forbidden.reason(in: text, reserved: Self.kept) != nil)
  }

  @Test(arguments: [
    "enum Status { case ready, paused(Int); case ended; static let all: [Status] = [.ready] }",
    "enum Status { case ready; private(set) var ended: Bool { self == .ready } }",
    "enum Mine { static let ended = 1 }; struct Other { typealias Life = Int }",
    "struct Life { var status = Status.ready; static func < (a: Life, b: Life) -> Bool { true } }",
    "struct Ticket: Hashable { static func == (a: Ticket, b: Ticket) -> Bool { a.origin === b.origin } }",
  ]) func `What keeps them apart is compiled`(text: String) {
    #expect(Forbidden.reason(in: text, reserved: Self.kept) == nil)
  }

  @Test(arguments: [
    "private func fulfil() {}", "fileprivate struct Dice {}", "private extension Array { func joined() {} }",
    "struct Mine { func joined() {}; struct Dice {}; init(seed: Int) {} }",
    "func f() { let joined = 1; func fulfil() {} }", "let a = f(1, fulfil: 2), b: [Int: Dice] = [1: fulfil]",
    "struct Mine {}; extension Mine { func joined() {} }", "// func fulfil()\nlet text = \"struct Dice {}\"",
  ]) func `A name of the answer's own is free`(text: String) {
    #expect(Forbidden.reason(in: text, reserved: ["fulfil", "Dice", "joined"]) == nil)
  }

  @Test func `No right answer of the course uses what is not compiled`() {
    let course = Course(root: packageFolder)
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
}
