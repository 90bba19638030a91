import Foundation
import Terminal
import Testing

/// The file that a learner, the course and the lessons write.
@Suite struct `The lines of the progress` {
  @Test(arguments: ["\n", "\r\n", "\r"])
  func `All lines are kept, empty ones too, whatever they end with`(end: String) {
    let kept = ProgressLines(["# mine", "", "done: lesson Order 2026-11-21", "", ""].joined(separator: end))
    #expect(kept.lines == ["# mine", "", "done: lesson Order 2026-11-21"])
    #expect(kept.text == "# mine\n\ndone: lesson Order 2026-11-21\n")
  }

  @Test func `A file without a comment at its beginning gets one`() {
    var kept = ProgressLines("")
    kept.lines.append("done: lesson Order 2026-11-21")
    #expect(kept.text.hasPrefix("# Progress in this course"))
    #expect(kept.text.hasSuffix(".\ndone: lesson Order 2026-11-21\n"))
    #expect(ProgressLines(kept.text) == ProgressLines(ProgressLines(kept.text).text))
  }

  @Test func `What is not text in UTF-8 cannot be read`() {
    #expect(ProgressLines(Data([0xFF, 0xFE, 0x00])) == nil)
    #expect(ProgressLines(Data("done\n".utf8))?.lines == ["done"])
  }

  @Test func `A line about a prediction names its lesson and its step`() {
    let before = PredictionLine(.answer, lesson: "Order", step: 0)
    let third = PredictionLine(.again, lesson: "Order", step: 3)
    #expect(PredictionLine("answer: lesson Order 2") == before)
    #expect(PredictionLine("again: lesson Order step 3 2026-11-21 ") == third)
    #expect(before.with(2) == "answer: lesson Order 2")
    #expect(third.with("2026-11-21") == "again: lesson Order step 3 2026-11-21")
  }

  @Test(
    arguments: [
      "answer: lesson Order", "answer: lesson Order step", "again: lesson Order step 3",
      "again: lesson Order by hand",
      "again: exercise Order 2026-11-21", "done: lesson Order 2026-11-21", "# again: lesson Order 2026-11-21",
      "answer: lesson Order 2 and more",
    ])
  func `Every other line is none`(line: String) {
    #expect(PredictionLine(line) == nil)
  }
}
