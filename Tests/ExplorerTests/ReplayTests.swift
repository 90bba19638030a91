import Explorer
import Foundation
import MiniOperations
import Synchronization
import Testing

/// A token brings one schedule back, or says why it cannot.
@Suite struct `Replay tokens` {
  private let scenario = Scenario("lost update") { stage in
    let balance = Shared(100, "balance")
    stage.thread("A") { balance.value -= 30 }
    stage.thread("B") { balance.value -= 50 }
    stage.finally { stage.expect(balance.value == 20, "both amounts are gone") }
  }

  @Test func `A token brings the failing schedule back, table and all`() throws {
    let found = Explorer.explore(scenario)
    let replayed = Explorer.replay(try #require(found.token), scenario)
    #expect(replayed.finding == found.finding)
    #expect(replayed.table?.steps == found.table?.steps)
    #expect(replayed.token == found.token)
    #expect(replayed.summary == "1 schedule, replayed")
  }

  @Test(arguments: ["", "r0un", "r0un-b", "r0un-3b2b0b", "r0un-3B", "x-3b2", "r0un-99999999999b"])
  func `What is no token, or none of this scenario, is told apart`(token: String) {
    let replayed = Explorer.replay(token, scenario)
    #expect(replayed.finding?.kind == .unfitToken)
  }

  @Test func `A token of another scenario is refused`() {
    let replayed = Explorer.replay("k3f9-3b2", scenario)
    #expect(
      replayed.finding?.message == "The token 'k3f9-3b2' belongs to another scenario than 'lost update'.")
  }

  @Test(arguments: ["r0un-3b9", "r0un-50b", "r0un-3z"])
  func `A token of a former version does not fit any more`(token: String) {
    let replayed = Explorer.replay(token, scenario)
    #expect(replayed.finding?.kind == .unfitToken)
    #expect(replayed.finding?.message.contains("does not fit 'lost update' any more") == true)
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

  @Test func `Twenty repeats find the same`() {
    let first = Determinism.findings()
    for _ in 1...20 { #expect(Determinism.findings() == first) }
  }

  @Test func `The same seed finds the same, another one something else`() {
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
