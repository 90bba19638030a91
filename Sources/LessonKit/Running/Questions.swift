/// What a lesson asks: one question before it begins, and one before each step that can be predicted.
public struct Questions: Sendable {
  private let all: [Int: Question]

  /// Asks the first question before the lesson, and the others before the steps with these numbers.
  public init(_ opening: Question, before steps: [Int: Question] = [:]) {
    all = steps.merging([0: opening]) { $1 }
  }

  init(all: [Int: Question]) { self.all = all }

  /// The question before a step; 0 is the one before the lesson.
  subscript(step: Int) -> Question? { all[step] }

  /// The steps that have a question, in order.
  var steps: [Int] { all.keys.sorted() }

  /// The questions with shuffled answers, in the same order for every run of this lesson.
  func shuffled(for lesson: Int) -> Questions {
    Questions(all: Dictionary(uniqueKeysWithValues: all.map { ($0, $1.shuffled(for: lesson + $0)) }))
  }
}
