import Terminal

extension Show {
  /// Asks the question before a step (0: before the lesson), notes the answer and records both.
  ///
  /// Returns false if there is no question, or no terminal to answer at.
  @discardableResult func ask(_ step: Int) -> Bool {
    guard let question = questions?[step] else { return false }
    var given: Int?
    if asksQuestions {
      let without = step == 0 ? "Return to skip" : "Return runs this step without one"
      given = recording.withoutTime {
        question.ask(step == 0 ? "Predict first: " : "Predict: ", without: without, on: console)
      }
      if step > 0 { console.line("") }
      if let given { note(given, to: question, step) }
    }
    writer.add(Record.Entry(kind: .question, text: question.text, question: question.record(given: given)))
    return asksQuestions
  }

  /// Whether questions are printed and answers read.
  var asksQuestions: Bool { isInteractive && !flags.has("--quiet") }

  private func note(_ given: Int, to question: Question, _ step: Int) {
    guard let answers else { return }
    if !answers.note(given, isRight: question.answers[given - 1].isRight, step: step) {
      Terminal.showError("Your answer was not saved: \(answers.path) cannot be read or written.\n")
    }
  }

  /// Prints whether the prediction for this step was right, or the answer if none was made.
  func showVerdict(_ step: Int) {
    guard asksQuestions, let question = questions?[step] else { return }
    let record = writer.record
    let entries = step == 0 ? record.opening : record.steps.last?.entries ?? []
    let given = entries.compactMap(\.question?.given).first
    for line in question.verdict(on: given) { console.paragraph(line) }
  }

  /// Repeats the questions with wrong answers; gives the reason at once, and runs nothing.
  func review() -> Int32 {
    answers?.forgetSteps(except: questions?.steps ?? [])
    let steps = (questions?.steps ?? []).filter { answers?.isToBeAskedAgain($0) == true }
    if steps.isEmpty {
      Terminal.show("Lesson \(lesson.number) has no prediction to correct.\n")
      return 0
    }
    guard Terminal.isInteractive else {
      Terminal.showError("This is not a terminal. Run --review where you can answer.\n")
      return 2
    }
    console.line(console.colours.bold("Lesson \(lesson.number): \(lesson.title)"))
    for step in steps {
      guard let question = questions?[step] else { continue }
      console.line("")
      let opening = step == 0 ? "" : "Step \(step). "
      guard let given = question.ask(opening, without: "Return to skip", on: console) else { continue }
      note(given, to: question, step)
      for line in question.verdict(on: given - 1) { console.paragraph(line) }
    }
    return 0
  }
}
