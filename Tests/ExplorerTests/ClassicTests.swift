import Explorer
import MiniOperations
import Testing

/// The mistakes with which every course on threads begins: each is found, and none is found after its repair.
@Suite struct `Classic mistakes` {
  @Test func `A lost update: two threads read before either writes`() {
    let exploration = Explorer.explore("lost update") { stage in
      let balance = Shared(100, "balance")
      stage.thread("A") { balance.value -= 30 }
      stage.thread("B") { balance.value -= 50 }
      stage.finally { stage.expect(balance.value == 20, "both amounts are gone") }
    }
    #expect(exploration.finding?.message == "Rule broken: both amounts are gone")
    #expect(
      exploration.table?.steps == [
        "A: read balance → 100", "B: read balance → 100", "B: write balance 50", "A: write balance 70",
      ])
    #expect(exploration.table?.rows.map(\.isMarked) == [false, true, false, true])
    #expect(exploration.token == "r0un28-3b2")
  }

  @Test func `Repaired: read and write under one lock`() {
    let exploration = Explorer.explore("lost update, repaired", Settings(.exhaustive(preemptions: nil))) {
      stage in
      let balance = Shared(100, "balance")
      let lock = RecursiveLock(name: "lock")
      stage.thread("A") { lock.withLock { balance.value -= 30 } }
      stage.thread("B") { lock.withLock { balance.value -= 50 } }
      stage.finally { stage.expect(balance.value == 20, "both amounts are gone") }
    }
    #expect(exploration.passed, "\(exploration)")
    #expect(exploration.verdict == .proven)
  }

  @Test func `A deadlock: two locks in two orders`() {
    let exploration = Explorer.explore("lock order") { stage in
      let (left, right) = (RecursiveLock(name: "left"), RecursiveLock(name: "right"))
      stage.thread("A") { left.withLock { right.withLock {} } }
      stage.thread("B") { right.withLock { left.withLock {} } }
    }
    #expect(
      exploration.finding?.message == """
        Deadlock: no thread can run.
          'A' waits for 'right', held by 'B'; it holds 'left'
          'B' waits for 'left', held by 'A'; it holds 'right'
        """)
    #expect(
      exploration.table?.steps == [
        "A: lock left", "B: lock right", "B: waits for left, held by A", "A: waits for right, held by B",
      ])
  }

  @Test func `Repaired: both take the locks in the same order`() {
    let exploration = Explorer.explore("lock order, repaired", Settings(.exhaustive(preemptions: nil))) {
      stage in
      let (left, right) = (RecursiveLock(name: "left"), RecursiveLock(name: "right"))
      for name in ["A", "B"] { stage.thread(name) { left.withLock { right.withLock {} } } }
    }
    #expect(exploration.passed, "\(exploration)")
  }

  @Test func `A lost wake-up: the signal comes between the check and the wait`() {
    let exploration = Explorer.explore(wakeUp("lost wake-up", looksUnderLock: false))
    #expect(exploration.finding?.kind == .deadlock)
    #expect(
      exploration.table?.steps == [
        "A: read isReady → false", "B: write isReady true", "B: lock bell", "B: broadcast bell",
        "B: unlock bell", "A: lock bell", "A: wait on bell",
      ])
  }

  @Test func `Repaired: check and wait under the lock of the signal`() {
    let exploration = Explorer.explore(wakeUp("lost wake-up, repaired", looksUnderLock: true))
    #expect(exploration.passed, "\(exploration)")
  }

  private func wakeUp(_ name: String, looksUnderLock: Bool) -> Scenario {
    Scenario(name) { stage in
      let isReady = Shared(false, "isReady")
      let bell = Condition(name: "bell")
      stage.thread("A") {
        if looksUnderLock {
          bell.withLock { while !isReady.value { bell.wait() } }
        } else if !isReady.value {
          bell.withLock { bell.wait() }
        }
      }
      stage.thread("B") {
        if looksUnderLock {
          bell.withLock {
            isReady.value = true
            bell.broadcast()
          }
        } else {
          isReady.value = true
          bell.withLock { bell.broadcast() }
        }
      }
    }
  }

  @Test func `Check, then act: the checked condition is no longer true`() {
    let exploration = Explorer.explore(tickets("check, then act", isRepaired: false))
    #expect(exploration.finding?.message == "Rule broken after a step: no ticket is sold twice")
    #expect(
      exploration.table?.steps == [
        "A: lock tickets", "A: unlock tickets", "B: lock tickets", "B: unlock tickets", "B: lock tickets",
        "B: unlock tickets", "A: lock tickets", "A: unlock tickets",
      ])
  }

  @Test func `Repaired: check and act under one lock`() {
    let exploration = Explorer.explore(tickets("check, then act, repaired", isRepaired: true))
    #expect(exploration.passed, "\(exploration)")
  }

  private func tickets(_ name: String, isRepaired: Bool) -> Scenario {
    Scenario(name) { stage in
      let office = Office()
      for name in ["A", "B"] {
        stage.thread(name) {
          if isRepaired { office.sellOne() } else if office.hasTicket { office.take() }
        }
      }
      stage.always("no ticket is sold twice") { office.left >= 0 }
      stage.watch("left") { office.left }
    }
  }
}

// MARK: - Fixtures

/// Sells one ticket.
///
/// Its locks are right; only what is done between them is not.
private final class Office: @unchecked Sendable {
  // Unchecked: `left` is touched while `lock` is held.
  private let lock = RecursiveLock(name: "tickets")
  private(set) var left = 1

  var hasTicket: Bool { lock.withLock { left > 0 } }
  func take() { lock.withLock { left -= 1 } }
  func sellOne() {
    lock.withLock { if hasTicket { take() } }
  }
}
