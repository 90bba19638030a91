import LessonKit
import Typesetting

/// What a lesson asks before it shows it: each answer is folded round its reason.
struct QuestionPart {
  let question: Record.Question
  /// The number of the step before which it is asked, nil before the whole lesson.
  var step: Int?
  let words: Words

  var html: String {
    let place = step.map { " data-question=\"step \($0)\"" } ?? ""
    let answers = question.answers.enumerated().map { index, answer in
      "<details class=\"answer\" data-answer=\"\(index + 1)\"\(place)><summary>\(answer.text.escaped)</summary>\n"
        + "<p><strong>\(words[answer.isRight ? .right : .wrong].escaped)</strong> "
        + "\(answer.because.asSentence.escaped)</p></details>"
    }
    return "<div class=\"question\" lang=\"en\">\n<p><strong>\(question.text.escaped)</strong></p>\n"
      + "\(answers.joined(separator: "\n"))\n</div>\n"
  }
}

extension String {
  /// With a capital at its beginning.
  fileprivate var asSentence: String { prefix(1).uppercased() + dropFirst() }
}
