import Foundation
import Terminal

extension Show {
  /// Prints the title and, on a terminal, asks the question.
  func open() {
    func wrapped(_ text: String) -> [String] { claimWidth.map { text.wrapped(to: $0) } ?? [text] }
    for line in wrapped("Lesson \(lesson.number): \(lesson.title)") {
      console.line(console.colours.bold(line))
    }
    for line in wrapped(lesson.about) { console.line(line) }
    if questions?[0] != nil && isInteractive { console.line("") }
    ask(0)
  }

  /// Notes that the lesson could not continue.
  func fail(_ why: String) { claim("The lesson ran to its last line", false, got: why) }

  /// Shows the timeline and the claims, and returns the exit code.
  func close() -> Int32 {
    recording.settle()
    endStep()
    let drawing = recording.drawing
    var record = writer.record
    record.timeline = drawing.isEmpty ? nil : drawing
    record.outcome = record.verdict
    if !drawing.isEmpty {
      console.line("")
      for line in TextChart(drawing, width: Terminal.width, isASCII: !Terminal.hasUnicode).lines {
        console.line(line)
      }
    }
    console.line("")
    for line in closingLines(record) { console.block(line) }
    if asksQuestions, let question = questions?[0] {
      console.line("")
      console.paragraph("The first question was: \(question.text)")
      showVerdict(0)
    }
    if flags.has("--json") { Terminal.write((flags.has("--no-times") ? record.withoutTimes : record).json) }
    return record.endsWell(isScripted: isScripted) ? 0 : 1
  }

  /// All claims; at a terminal, where each stands below its step, their number and those that did not hold.
  private func closingLines(_ record: Record) -> [String] {
    guard let width = claimWidth, !flags.has("--quiet"), !record.claims.isEmpty else {
      return record.claimLines(console.colours, width: claimWidth)
    }
    let held = record.claims.count { $0.claim.outcome == .held }
    let open = record.entries.filter { ($0.claim?.outcome ?? .held) != .held }
    return ["\(held) of \(record.claims.count) claims shown"]
      + open.flatMap { $0.claimLines(console.colours, width: width) }
  }
}
