import Testing

@testable import LessonKit

@Suite struct `The lines of a step` {
  private func range(_ text: String, _ line: Int) -> CodeRange {
    CodeRange(
      text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init),
      path: "/somewhere/Lessons/01-A/main.swift", line: line)
  }

  @Test func `They begin after its call and end before the next part, without surrounding empty lines`() {
    let source = """
      run {
        show.step("one")

        first()
          deeper()

        // MARK: 2. Two

        show.step("two")
        second()
      }
      """
    let one = range(source, 2)
    #expect(one.lines == ["first()", "  deeper()"])
    #expect(one.place == Record.Place(file: "Lessons/01-A/main.swift", from: 4, to: 5))
    #expect(range(source, 9).lines == ["second()"])
  }

  @Test func `They end where another step begins, or the function`() {
    let source = """
      func part() {
        show.step("one")
        first()
        show.step("two")
      }
      let other = 1
      """
    #expect(range(source, 2).lines == ["first()"])
    #expect(range(source, 4).lines == [])
    #expect(range(source, 4).place.to == 4)
  }
}
