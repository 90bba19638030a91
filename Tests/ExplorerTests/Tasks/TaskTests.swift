import Explorer
import TestSupport
import Testing

/// Tasks and actors as threads of a scenario.
@Suite struct `Tasks in every order` {
  /// An account whose balance the Explorer sees.
  private actor Account {
    let balance = Shared(0, "balance")

    func addReentrantly() async {
      let before = balance.value
      await Task.yield()
      balance.value = before + 1
    }
  }

  /// An account whose balance is the actor's own.
  private actor PlainAccount {
    private(set) var balance = 0

    func addReentrantly() async {
      let before = balance
      await Task.yield()
      balance = before + 1
    }

    func add() { balance += 1 }
  }

  @Test
  func `An update that is lost because an actor lets others in at an await is found, and shown task by task`()
    throws
  {
    let exploration = Explorer.explore("two tasks, one actor") { stage in
      let account = Account()
      for name in ["A", "B"] { stage.task(name) { await account.addReentrantly() } }
      stage.finally { stage.expect(account.balance.value == 2, "both are counted") }
    }
    #expect(exploration.finding?.kind == .failedCheck)
    let table = try #require(exploration.table)
    #expect(table.threads.contains("A") && table.threads.contains("B"))
    #expect(
      table.steps == [
        "A: read balance → 0", "A: suspend at TaskTests.swift:13", "B: read balance → 0",
        "B: suspend at TaskTests.swift:13", "A: resume at TaskTests.swift:13", "A: write balance 1",
        "B: resume at TaskTests.swift:13", "B: write balance 1",
      ])
  }

  @Test(arguments: [true, false]) func `What an actor keeps to itself is seen too`(isReentrant: Bool) {
    var settings = Settings(.exhaustive(preemptions: nil))
    settings.findsDataRaces = false
    let exploration = Explorer.explore("plain actor", settings) { stage in
      let account = PlainAccount()
      let done = Shared(0, "done")
      for name in ["A", "B"] {
        stage.task(name) {
          if isReentrant { await account.addReentrantly() } else { await account.add() }
          done.value += 1
          if done.value == 2 { stage.expect(await account.balance == 2, "both are counted") }
        }
      }
    }
    #expect(exploration.passed == !isReentrant, "\(exploration)")
  }

  @Test func `Child tasks are threads of their own, and a lost update between them is found`() throws {
    let exploration = Explorer.explore("two children") { stage in
      let count = Shared(0, "count")
      stage.task("A") {
        await withTaskGroup(of: Void.self) { group in
          for _ in 0..<2 { group.addTask { count.value += 1 } }
        }
        stage.expect(count.value == 2, "both are counted")
      }
    }
    #expect(exploration.finding?.kind == .failedCheck)
    #expect(try #require(exploration.table).threads == ["A", "A.1", "A.2"])
  }

  @Test func `A task and a thread are directed together`() {
    let exploration = Explorer.explore("a task and a thread") { stage in
      let count = Shared(0, "count")
      stage.task("task") { count.value += 1 }
      stage.thread("thread") { count.value += 1 }
      stage.finally { stage.expect(count.value == 2, "both are counted") }
    }
    #expect(exploration.finding?.kind == .failedCheck)
  }

  @Test func `A task that is never resumed is a deadlock that names the task`() throws {
    var settings = Settings()
    settings.watchdog = .milliseconds(200)
    let exploration = Explorer.explore("never resumed", settings) { stage in
      stage.task("A") { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
      stage.thread("B") {}
    }
    let finding = try #require(exploration.finding)
    #expect(finding.kind == .deadlock)
    #expect(finding.message.contains("'A' is suspended"))
  }

  @Test func `A task that a thread from elsewhere resumes is named as not directed`() {
    var settings = Settings()
    // The other thread may be slow to come on a busy machine.
    settings.watchdog = .seconds(20)
    let elsewhere = Elsewhere()
    let exploration = Explorer.explore("resumed from elsewhere", settings) { stage in
      let waiter = Shared<UnsafeContinuation<Void, Never>?>(nil, "waiter")
      stage.task("A") { await withUnsafeContinuation { waiter.value = $0 } }
      stage.thread("B") {
        guard let waiter = waiter.value else { return }
        elsewhere.post { waiter.resume() }
      }
    }
    #expect(exploration.finding?.kind == .unseenBlock)
  }

  @Test func `An error of a task is a finding, and its cancellation is not`() {
    struct Refusal: Error {}
    let failed = Explorer.explore("throws") { stage in stage.task("A") { throw Refusal() } }
    #expect(failed.finding?.kind == .thrownError)
    let cancelled = Explorer.explore("is cancelled") { stage in
      stage.task("A", mayBeCancelled: true) { try Task.checkCancellation() }
    }
    #expect(cancelled.finding == nil)
  }
}
