import Testing

@testable import ProofKit

/// Each kind of small change is found where it belongs, and nowhere else.
@Suite struct `The mutants of a source` {
  @Test(arguments: [
    ("a(); b()", ["removed", "swapped with the next", "removed"]),
    ("super.cancel(); return", ["super is not called", "removed"]),
    ("if a { b() }", ["removed", "negated"]),
    ("if a, let b { c() } else { d() }", ["removed", "negated", "removed", "removed"]),
    ("guard a, let b else { return }", ["this condition of the guard is dropped"]),
    ("guard let a = b else { c(); return }", ["removed"]),
    ("while a { b() }", ["removed", "negated", "`while` becomes `if`"]),
    ("defer { a() }", ["defer does nothing"]),
    ("x = a < b", ["removed", "`<` becomes `<=`"]),
    ("x += 2", ["removed", "`+=` becomes `-=`", "2 becomes 3"]),
    ("x = -2", ["removed", "-2 becomes -3"]),
    ("x = true", ["removed", "true becomes false"]),
    ("willChangeValue(forKey: \"isFinished\")", ["removed", "\"isFinished\" becomes \"finished\""]),
    (
      "l.withLock { a(); b() }",
      ["removed", "moved out of the lock", "removed", "swapped with the next", "removed"]
    ),
    ("l.withLock { state in a(state) }", ["removed"]),
    ("a = 1; b = 2", ["removed", "1 becomes 2", "removed", "2 becomes 3"]),
    ("work { [weak self] in self?.a() }", ["removed", "weak self is held strongly"]),
    ("work { self.a() }", ["removed", "self is held weakly"]),
    ("let a = { [unowned self] in work { self.b() } }", []),
    ("list.map { self.a($0) }", ["removed"]),
    ("let a = b", []),
    ("if a == b { c() }", ["removed", "negated"]),
  ])
  func `A statement has the changes that apply to it`(statement: String, changes: [String]) {
    #expect(mutants("func f() { \(statement) }").map(\.name.change) == changes)
  }

  @Test(arguments: [
    ("func f() -> Bool { a() }", ["the result is negated"]),
    ("func f() -> Int? { return a() }", ["the result is nil"]),
    ("func f() -> Bool { return a { b } }", ["the result is negated"]),
    ("var f: Bool { true }", ["true becomes false"]),
    ("func f() -> Int { a() }", []),
    ("weak var f: A?", ["weak is held strongly"]),
  ])
  func `A member has the changes that apply to its type`(member: String, changes: [String]) {
    #expect(mutants(member).map(\.name.change) == changes)
  }

  @Test func `Another lock is made in the same way as this one`() {
    let source = "class A { let lock = RecursiveLock(name: \"a\"); func f() { lock.withLock { a(); b() } } }"
    #expect(mutants(source).contains { $0.name.change == "another lock" })
    let single = source.replacing("a(); b()", with: "a")
    #expect(!mutants(single).contains { $0.name.change == "another lock" })
    let text = Weaving(source, file: "A").text
    #expect(text.contains("? RecursiveLock(name: \"a\") : lock).withLock"))
    // Inside of what removes the statement, which begins in the same place.
    #expect(text.contains(/if !\(mutant__ == \d+\) { \(mutant__ == \d+ \? RecursiveLock/))
  }

  @Test func `Its name gives the function, the change and the line, and counts identical ones`() {
    let source = "func f() {\n  x = a < b && b < c\n}\n"
    let names = mutants(source).map(\.name.description)
    #expect(names.contains("A.swift, f: `<` becomes `<=`\n  x = a < b && b < c"))
    #expect(names.contains("A.swift, f: `<` becomes `<=` (2)\n  x = a < b && b < c"))
    #expect(Set(names).count == names.count)
    // A line more above changes no name.
    #expect(mutants("import Z\n" + source).map(\.name.description) == names)
  }

  @Test func `A weaving contains all of them, each once, around the original source`() {
    let source = "func f() { if a < b { c() }; d() }"
    let weaving = Weaving(source, file: "A.swift", from: 40)
    for mutant in weaving.switched where mutant.declaration.isEmpty {
      #expect(weaving.text.contains("\(mutant.number)"), "expected \(mutant.summary) to have a switch")
    }
    #expect(
      weaving.text
        == "func f() { if !(mutant__ == 40) { if mutant__ == 41 { d() } else { if not__(42, a ~%~%%~ b) { c() } } }; "
        + "if mutant__ == 41 { if a < b { c() } } else { if !(mutant__ == 44) { d() } } }")
  }

  @Test func `Mutants that the compiler rejects are removed, and no others`() {
    let source = "func f() {\n  if a { b() }\n  c()\n}\n"
    var weaving = Weaving(source, file: "A.swift")
    let line = weaving.text.split(separator: "\n")[1]
    let column = line.split(separator: "not__")[0].utf8.count + 1
    let before = weaving.mutants.map(\.name.change)
    let hasDropped = weaving.drop([(2, column)])
    #expect(hasDropped)
    #expect(before.count - weaving.mutants.count == 1)
    #expect(!weaving.mutants.contains { $0.name.change == "negated" } && !weaving.text.contains("not__"))
  }

  @Test func `An error at the end of a function removes the mutants that could let it end there`() {
    let source = "func f() -> Int {\n  if a { return 1 } else { return 2 }\n}\nfunc g() { a(); b() }\n"
    var weaving = Weaving(source, file: "A.swift")
    let others = weaving.mutants.count { $0.name.function == "g" }
    let end = (weaving.text.split(separator: "\n").firstIndex { $0 == "}" } ?? 0) + 1
    let hasDropped = weaving.drop([(end, 1)])
    #expect(hasDropped)
    #expect(!weaving.mutants.contains { $0.name.function == "f" && $0.name.change == "removed" })
    #expect(weaving.mutants.count { $0.name.function == "g" } == others)
  }

  @Test func `An error in a closure without mutants removes those of the function round it`() {
    let source = "func f() {\n  guard let a = g({ $0.b }) else { return }\n  h { a.c() }\n}\n"
    var weaving = Weaving(source, file: "A.swift")
    weaving.keep(Set(weaving.mutants.filter { $0.line == 2 }.map(\.number)))
    #expect(!weaving.mutants.isEmpty)
    let hasDropped = weaving.drop([(3, 7)])
    #expect(hasDropped)
    #expect(weaving.mutants.isEmpty)
  }

  @Test func `A mutant with its own build is the source with one change`() throws {
    let source = "class A { weak var b: B? }"
    let weaving = Weaving(source, file: "A.swift")
    #expect(weaving.text == source)
    let mutant = try #require(weaving.built.first)
    #expect(weaving.text(with: mutant) == "class A {      var b: B? }")
  }

  private func mutants(_ source: String) -> [Mutant] { Weaving(source, file: "A.swift").mutants }
}
