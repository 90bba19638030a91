import Foundation
import Typesetting

extension Show {
  /// Prints the title and, on a terminal, asks the question.
  func open() {
    console.line(console.colours.bold("Lesson \(lesson.number): \(lesson.title)"))
    console.line(lesson.about)
    if lesson.questions?[0] != nil && isInteractive { console.line("") }
    if ask(0) { recording.beginNow() }
  }

  /// Notes that the lesson could not continue.
  func fail(_ why: String) { claim("The lesson came to its end", false, got: why) }

  /// Shows the timeline and the claims, writes the files, and returns the exit code.
  func close() -> Int32 {
    recording.settle()
    endStep()
    var record = self.record
    record.outcome = record.verdict
    var code: Int32 = record.endsWell(isScripted: isScripted) ? 0 : 1
    if record.timeline != nil {
      console.line("")
      for line in recording.timeline.text(width: Terminal.width, isASCII: !Terminal.hasUnicode) {
        console.line(line)
      }
    }
    console.line("")
    for line in record.claimLines(console.colours, width: claimWidth) { console.block(line) }
    if record.opening.contains(where: { $0.question?.given != nil }) {
      console.line("")
      showVerdict(0)
    }
    for view in views {
      do {
        try view.write()
        console.line("\(view.name) is in \(view.path).")
      } catch {
        Terminal.writeError(view.refusal(error))
        code = 2
      }
    }
    if flags.has("--json") { Terminal.write((flags.has("--no-times") ? record.withoutTimes : record).json) }
    return code
  }
}
