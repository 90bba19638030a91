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

/// Pays out what is there, if nobody else does at the same time.
final class Account: @unchecked Sendable {
  private(set) var balance = 100

  func withdraw(_ amount: Int) {
    if balance >= amount { balance -= amount }
  }
}

/// A race that does harm only in an order in which other accesses race than in the first one.
public let overdrawn = Scenario("overdrawn") { stage in
  let account = Account()
  stage.thread("A") { account.withdraw(70) }
  stage.thread("B") { account.withdraw(50) }
  stage.finally { stage.expect(account.balance >= 0, "never below zero, is \(account.balance)") }
}
