import Foundation

extension Show {
  /// Prints the title and asks the question, if somebody is there to answer.
  func open() {
    console.line(console.colours.bold("Lesson \(lesson.number): \(lesson.title)"))
    console.line(lesson.about)
    guard let question = lesson.question, isInteractive, !flags.has("--quiet") else { return }
    console.line("")
    claims.prediction = question.ask(on: console)
    recording.beginNow()
  }

  /// Notes that the lesson could not go on.
  func fail(_ why: String) { claim("The lesson came to its end", false, got: why) }

  /// Draws the timeline, says what was shown, and returns the exit code.
  func close() -> Int32 {
    var code: Int32 = claims.allHold(isScripted: isScripted) ? 0 : 1
    recording.settle()
    let timeline = recording.timeline
    if !timeline.isEmpty {
      console.line("")
      for line in timeline.text(width: Terminal.width) { console.line(line) }
    }
    console.line("")
    let width = Terminal.isShown ? max(40, Terminal.width) : nil
    for line in claims.lines(console.colours, width: width) { console.block(line) }
    if let question = lesson.question, let prediction = claims.prediction {
      console.line("")
      console.paragraph(question.verdict(on: prediction))
    }
    for file in timelineFiles {
      do {
        try file.write(timeline)
        console.line("The timeline is in \(file.path).")
      } catch {
        Terminal.writeError(file.refusal(error))
        code = 2
      }
    }
    return code
  }
}
