import Terminal

/// What a lesson asks before it runs, with three answers and a reason for each.
///
/// A prediction makes the learner look; see `Show.open`.
public struct Question: Sendable {
  /// One of the answers.
  public struct Answer: Sendable {
    let text: String
    let isRight: Bool
    let because: String

    /// The answer that the run will show, and why it is so.
    public static func right(_ text: String, _ because: String) -> Answer {
      Answer(text: text, isRight: true, because: because)
    }

    /// An answer that the run will not show, and why not.
    public static func wrong(_ text: String, _ because: String) -> Answer {
      Answer(text: text, isRight: false, because: because)
    }
  }

  let text: String
  let answers: [Answer]

  /// Asks `text`; one of the three answers is right.
  public init(_ text: String, _ answers: [Answer]) {
    precondition(
      answers.count == 3 && answers.count(where: \.isRight) == 1,
      "A question has three answers, one of them right.")
    self.text = text
    self.answers = answers
  }

  /// The question with its answers in another order, which is the same for every run of this lesson.
  func shuffled(for lesson: Int) -> Question {
    // All six orders occur; in consecutive lessons the right answer is in different places.
    let orders = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [1, 0, 2], [0, 2, 1], [2, 1, 0]]
    let right = answers.firstIndex(where: \.isRight) ?? 0
    // The place of the right answer rotates; the lesson's number chooses one of the two orders with that
    // place.
    let fitting = orders.filter { $0[lesson % 3] == right }
    return Question(text, fitting[lesson / 3 % fitting.count].map { answers[$0] })
  }

  /// Asks on the terminal until one of the numbers is given, from 1; nil if the input ends or the line is
  /// empty.
  func ask(_ opening: String, without: String, on console: Narration) -> Int? {
    console.paragraph("\(opening)\(text)")
    for (index, answer) in answers.enumerated() { console.paragraph("  \(index + 1)  \(answer.text)") }
    while true {
      Terminal.write("Your answer (1, 2 or 3; \(without)): ")
      guard let line = Keyboard.line() else {
        Terminal.write("\n")
        return nil
      }
      if line.isEmpty { return nil }
      if let number = Int(line), answers.indices.contains(number - 1) { return number }
    }
  }

  /// The sentences about a prediction, after the run; `given` is the index of the answer, from 0, or nil.
  func verdict(on given: Int?) -> [String] {
    let right = answers.filter(\.isRight).map { "'\($0.text)': \($0.because)" }
    guard let given else { return ["The answer is \(right.joined())"] }
    let answer = answers[given]
    if answer.isRight { return ["You predicted it. \(right.joined())"] }
    return ["You predicted '\(answer.text)', but \(answer.because)", "It is \(right.joined())"]
  }

  /// The question as data; `given` is the number of the answer, from 1.
  func record(given: Int?) -> Record.Question {
    let all = answers.map {
      Record.Question.Answer(text: $0.text, isRight: $0.isRight, because: $0.because)
    }
    return Record.Question(text: text, answers: all, given: given.map { $0 - 1 })
  }
}
