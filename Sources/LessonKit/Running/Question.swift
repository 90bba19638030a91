/// What a lesson asks before it runs, with three answers.
///
/// A prediction makes the learner look; see `Show.open`.
public struct Question: Sendable {
  let text: String
  let answers: [String]
  let right: Int
  let because: String

  /// Asks `text`; `right` is the number of the right answer, from 1.
  public init(_ text: String, _ answers: [String], right: Int, because: String) {
    precondition(
      answers.count == 3 && (1...3).contains(right), "A question has three answers, one of them right.")
    self.text = text
    self.answers = answers
    self.right = right
    self.because = because
  }

  /// Asks on the terminal until one of the numbers is given; nil when the input ends or the line is empty.
  func ask(on console: Console) -> Int? {
    console.paragraph("Predict first: \(text)")
    for (index, answer) in answers.enumerated() { console.paragraph("  \(index + 1)  \(answer)") }
    while true {
      Terminal.write("Your answer (1, 2 or 3; Return to skip): ")
      guard let line = Keyboard.line(), !line.isEmpty else { return nil }
      if let number = Int(line), (1...answers.count).contains(number) { return number }
    }
  }

  /// The sentence about a prediction, after the run.
  func verdict(on prediction: Int) -> String {
    prediction == right
      ? "You predicted it: \(because)"
      : "You predicted \(prediction), it is \(right) (\(answers[right - 1])): \(because)"
  }

  /// The question as data; `given` is the number of the answer, from 1.
  func record(given: Int?) -> Record.Question {
    let all = answers.enumerated().map { index, answer in
      Record.Question.Answer(
        text: answer, isRight: index + 1 == right, because: index + 1 == right ? because : "")
    }
    return Record.Question(text: text, answers: all, given: given.map { $0 - 1 })
  }
}
