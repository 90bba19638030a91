import Explorer
import Foundation
import MiniOperations
import Testing

/// A token replays one schedule, or the report says why it cannot.
@Suite struct `Replay tokens` {
  private let scenario = Scenario("lost update") { stage in
    let balance = Shared(100, "balance")
    stage.thread("A") { balance.value -= 30 }
    stage.thread("B") { balance.value -= 50 }
    stage.finally { stage.expect(balance.value == 20, "both amounts are gone") }
  }

  @Test func `A token replays the failing schedule and its table, ten times out of ten`() throws {
    let found = Explorer.explore(scenario)
    for _ in 1...10 {
      let replayed = Explorer.replay(try #require(found.token), scenario)
      #expect(replayed.finding == found.finding)
      #expect(replayed.table?.steps == found.table?.steps)
      #expect(replayed.token == found.token)
      #expect(replayed.summary == "1 schedule, replayed")
    }
  }

  @Test(arguments: ["hello, world", "", "r0un28_3b2", "R0UN28-3b2", "r0un283b2"])
  func `A text that is not a token is called that`(text: String) {
    let replayed = Explorer.replay(text, scenario)
    #expect(replayed.finding?.kind == .unfitToken)
    #expect(replayed.finding?.message.hasPrefix("“\(text)” is not a replay token.") == true)
    #expect(replayed.description.hasPrefix("? lost update: "))
  }

  @Test func `A token that was truncated or mistyped is called damaged`() throws {
    let token = try #require(Explorer.explore(scenario).token)
    let cut = (1..<token.count).map { String(token.prefix($0)) }
    for damaged in cut + [token + "0", token.replacing("3b", with: "4b"), token.replacing("r0", with: "0r")] {
      let replayed = Explorer.replay(damaged, scenario)
      #expect(
        replayed.finding?.message.hasPrefix("The token “\(damaged)” was cut off or changed") == true,
        "\(damaged): \(replayed)")
    }
  }

  @Test(arguments: ["  r0un28-3b2\n", "r0un28-\n    3b2", "r0un28 - 3b2", "replay: r0un28-3b2"])
  func `White space in a token and the word before it are ignored`(text: String) {
    #expect(Explorer.replay(text, scenario).token == "r0un28-3b2")
  }

  @Test func `A token of another scenario is refused`() throws {
    let other = Scenario("another name") { stage in stage.thread("A") { throw CancellationError() } }
    let token = try #require(Explorer.explore(other).token)
    #expect(
      Explorer.replay(token, scenario).finding?.message == """
        The token “\(token)” belongs to another scenario than 'lost update'. Replay it with the scenario whose \
        report printed it.
        """)
  }

  @Test func `A program that no longer reaches the token's decisions has changed`() {
    let shorter = Scenario("lost update") { stage in stage.thread("A") {} }
    let replayed = Explorer.replay("r0un28-3b2", shorter)
    #expect(replayed.finding?.kind == .unfitToken)
    #expect(
      replayed.finding?.message.hasPrefix("The program has changed since the token “r0un28-3b2” was printed")
        == true)
  }

  @Test func `A repaired program passes the schedule, and the report says so`() {
    let repaired = Scenario("lost update") { stage in
      let balance = Shared(100, "balance")
      stage.thread("A") { balance.value -= 30 }
      stage.thread("B") { balance.value -= 50 }
      // The repair of the claim: each write is allowed to overtake the other.
      stage.finally { stage.expect(balance.value < 100, "an amount is gone") }
    }
    var settings = Settings()
    settings.findsDataRaces = false
    let replayed = Explorer.replay("r0un28-3b2", repaired, settings)
    #expect(replayed.finding == nil)
    #expect(replayed.description == "↻ lost update: this schedule now passes")
    #expect(!replayed.passed, "one schedule is no proof")
  }

  @Test func `A repair that adds steps passes too, and the report says that it may be another schedule`() {
    let repaired = Scenario("lost update") { stage in
      let balance = Shared(100, "balance")
      let lock = RecursiveLock(name: "lock")
      stage.thread("A") { lock.withLock { balance.value -= 30 } }
      stage.thread("B") { lock.withLock { balance.value -= 50 } }
      stage.finally { stage.expect(balance.value == 20, "both amounts are gone") }
    }
    let replayed = Explorer.replay("r0un28-3b2", repaired)
    #expect(replayed.finding == nil)
    #expect(
      replayed.summary == """
        this schedule now passes (the program has changed since the token was printed, so this may be another \
        schedule; explore it again)
        """)
  }
}

/// The same search gives the same counts and the same token, wherever it runs.
@Suite struct Determinism {
  @Test func `Another process finds the same`() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      print("<\(Determinism.findings())>")
      fflush(nil)
    }
    let output = String(decoding: try #require(result).standardOutputContent, as: UTF8.self)
    let theirs = output.split(separator: "<").last?.split(separator: ">").first
    #expect(theirs.map(String.init) == Determinism.findings())
  }

  @Test func `The same seed finds the same, another seed something else`() {
    let all = [1, 1, 2].map { seed -> String in
      let exploration = Explorer.explore(
        Determinism.rare, Settings(.random(seed: UInt64(seed), schedules: 10_000, changes: 3)))
      return "\(exploration.schedules) \(exploration.token ?? "")"
    }
    #expect(all[0] == all[1])
    #expect(all[0] != all[2])
  }

  /// Fails in few of its many schedules.
  static let rare = Scenario("rare") { stage in
    let step = Shared(0, "step")
    stage.thread("A") { for value in [1, 0, 2, 0] { step.value = value } }
    stage.thread("B") { if step.value == 1, step.value == 2 { stage.expect(false, "B saw 1, then 2") } }
  }

  static func findings() -> String {
    let queue = Scenario("queue") { stage in
      let queue = MiniOperationQueue()
      let operation = MiniBlockOperation {}
      stage.thread("A") {
        queue.addOperation {}
        queue.addOperation(operation)
      }
      stage.thread("B") { operation.cancel() }
      stage.finally { stage.expect(!operation.isCancelled, "it was too late") }
    }
    return [rare, queue].map { scenario in
      let found = Explorer.explore(scenario)
      return "\(found.schedules) \(found.runs) \(found.token ?? "none")"
    }.joined(separator: ", ")
  }
}
