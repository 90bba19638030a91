import Testing

@testable import stages

@Suite struct `The difference between two files` {
  private func signs(_ lines: [Difference.Line]) -> [String] {
    lines.map { ($0.kind == .added ? "+" : $0.kind == .removed ? "-" : " ") + $0.text }
  }

  @Test func `Lines are added, removed or the same`() {
    let difference = Difference(from: "a\nb\nc", to: "a\nB\nc\nd")
    #expect(signs(difference.lines) == [" a", "-b", "+B", " c", "+d"])
  }

  @Test func `A removed comment is not shown, a new one is, and an empty line is not a change`() {
    let difference = Difference(from: "// old\na\n\nb", to: "a\n  // new\nb\n")
    #expect(signs(difference.lines) == [" a", "+  // new", " b", " "])
  }

  @Test func `Only lines near a change are shown, and no line twice`() {
    let old = (1...20).map(String.init)
    var new = old
    new.insert("x", at: 3)
    new.insert("y", at: 6)
    new.insert("z", at: 18)
    let hunks = Difference(from: old.joined(separator: "\n"), to: new.joined(separator: "\n")).hunks()
    #expect(
      hunks.map(signs) == [
        [" 2", " 3", "+x", " 4", " 5", "+y", " 6", " 7"], [" 15", " 16", "+z", " 17", " 18"],
      ])
  }

  @Test func `Two changes that touch are one group`() {
    let hunks = Difference(from: "a\nb", to: "x\ny\na\nb").hunks()
    #expect(hunks.map(signs) == [["+x", "+y", " a", " b"]])
  }

  @Test func `The lines of a comment are joined, those of two comments are not`() {
    let lines = ["// one", "// two", "//", "// three", "code", "/// four", "// five"].map {
      Difference.Line(kind: .added, text: $0)
    }
    #expect(
      Difference.joiningComments(lines).map(\.text) == [
        "// one two", "//", "// three", "code", "/// four", "// five",
      ])
  }
}
