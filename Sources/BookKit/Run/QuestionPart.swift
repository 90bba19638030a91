import LessonKit
import Terminal

/// A lesson's question; each answer can be unfolded to show its reason.
struct QuestionPart {
  let question: Record.Question
  /// The number of the step that it belongs to; nil for the question before the lesson.
  var step: Int?

  var html: String {
    let place = step.map { " data-question=\"step \($0)\"" } ?? ""
    let answers = question.answers.enumerated().map { index, answer in
      "<details class=\"answer\" data-answer=\"\(index + 1)\"\(place)><summary>"
        + "\(answer.text.escaped)</summary>\n"
        + "<p><strong>\(answer.isRight ? "Right." : "No.")</strong> "
        + "\(answer.because.asSentence.escaped)</p></details>"
    }
    return "<div class=\"question\">\n<p><strong>\(question.text.escaped)</strong></p>\n"
      + "\(answers.joined(separator: "\n"))\n</div>\n"
  }
}

extension String {
  /// The text with a capital first letter.
  fileprivate var asSentence: String { prefix(1).uppercased() + dropFirst() }
}
