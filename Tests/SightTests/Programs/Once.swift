import Explorer

/// Answers once, if nobody else answers at the same time.
final class Once: @unchecked Sendable {
  private var isAnswered = false
  private(set) var answers = 0

  func answer() {
    if isAnswered { return }
    isAnswered = true
    answers += 1
  }
}

/// A race that does harm: two answers.
public let answeredTwice = Scenario("answered twice") { stage in
  let once = Once()
  stage.thread("A") { once.answer() }
  stage.thread("B") { once.answer() }
  stage.finally { stage.expect(once.answers == 1, "answered once, got \(once.answers)") }
}

/// A race that breaks no rule.
public let harmless = Scenario("harmless race") { stage in
  let once = Once()
  stage.thread("A") { once.answer() }
  stage.thread("B") { once.answer() }
}
