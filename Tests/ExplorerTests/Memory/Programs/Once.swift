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

/// The README's: a race that does harm only in an order in which other accesses race than in the first one.
public let overdrawn = Scenario("two threads") { stage in
  let account = Account()
  stage.thread("A") { account.take(70) }
  stage.thread("B") { account.take(50) }
  stage.finally { stage.expect(account.money >= 0, "the account is not overdrawn") }
}

/// Two races in the first schedule, the one of a ``Shared`` first.
public let wrappedAndPlain = Scenario("wrapped and plain") { stage in
  let (once, wrapped) = (Once(), Shared(0, "wrapped"))
  for name in ["A", "B"] {
    stage.thread(name) {
      wrapped.value = 1
      once.answer()
    }
  }
  stage.finally { stage.expect(once.answers == 1, "answered once, got \(once.answers)") }
}

/// A ``Shared`` races in the first schedule, an ordinary variable only in another one.
public let wrappedThenPlain = Scenario("wrapped, then plain") { stage in
  let (once, wrapped) = (Once(), Shared(0, "wrapped"))
  stage.thread("A") { wrapped.value = 1 }
  stage.thread("B") { if wrapped.value == 0 { once.answer() } }
  stage.thread("C") { once.answer() }
  stage.finally { stage.expect(once.answers == 1, "answered once, got \(once.answers)") }
}

/// A check that reads a variable after every step, also in the middle of a change of it.
public let checkedAlways = Scenario("checked always") { stage in
  let account = Saldo()
  stage.watch("amount") { account.amount }
  stage.always("the amount is not below zero") { account.amount >= 0 }
  stage.thread("A") { account.take() }
  stage.thread("B") { account.take() }
}

/// Changes its amount in one access, which reads and writes.
private final class Saldo: @unchecked Sendable {
  var amount = 1

  func take() {
    if amount > 0 { amount -= 1 }
  }
}
