import Foundation
import MiniOperations
import Terminal
import Testing

@testable import Explorer

/// What a table says and how it looks, against drawings of it.
@Suite struct `Thread tables` {
  private func table(_ scenario: Scenario, _ settings: Settings = Settings()) throws -> ThreadTable {
    try #require(Explorer.explore(scenario, settings).table)
  }

  @Test func `A worker that bears the name of one that has ended shares its column`() throws {
    let scenario = Scenario("two after each other") { stage in
      let queue = MiniOperationQueue()
      stage.thread("main") {
        for name in ["first", "second"] {
          let operation = MiniBlockOperation {}
          operation.name = name
          queue.addOperations([operation], waitUntilFinished: true)
        }
        stage.expect(false, "this is looked at")
      }
    }
    let table = try table(scenario)
    #expect(table.rows.count { $0.text.hasPrefix("starts worker 1") } == 2, "\(table)")
    #expect(table.threads == ["main", "worker 1"])
  }

  @Test func `A row names its source line on request`() throws {
    #if os(Linux)
      let line = #line
      let scenario = Scenario("lost update") { stage in
        let (balance, lock) = (Shared(100, "balance"), RecursiveLock(name: "lock"))
        stage.thread("A") {
          let read = balance.value
          balance.value = read - 30
          lock.lock()
          lock.unlock()
        }
        stage.thread("B") { balance.value = 50 }
        stage.finally { stage.expect(balance.value == 20, "both amounts are gone") }
      }
      let rows = try PlacesInTables.$areWanted.withValue(true) { try table(scenario).rows }
      #expect(rows.allSatisfy { $0.place?.path.hasSuffix("/TableTests.swift") == true })
      let lines: [Int] = rows.filter { $0.thread == "A" }.compactMap { $0.place?.line }
      #expect(lines == [line + 4, line + 5, line + 6, line + 7])
      let plain = try table(scenario).rows
      #expect(plain.allSatisfy { $0.place == nil })
    #endif
  }

  @Test func `What a paused thread has read of an operation before is shown`() throws {
    let scenario = Scenario("read twice") { stage in
      let fetch = MiniBlockOperation {}
      fetch.name = "fetch"
      stage.thread("cancel") { fetch.cancel() }
      stage.thread("read") {
        let first = fetch.isCancelled
        stage.expect(fetch.isCancelled == first, "both reads agree")
      }
    }
    let table = try table(scenario)
    #expect(
      table.rows.map { "\($0.number) \($0.thread): \($0.text)\($0.isMarked ? " ◀" : "")" } == [
        "0a read: read the state of fetch", "0b cancel: unlock a lock ◀", "1 cancel: fetch is cancelled",
        "1a read: read the state of fetch ◀",
      ])
  }

  @Test func `If the other order fails as well, no row is marked`() throws {
    let scenario = Scenario("always wrong") { stage in
      let value = Shared(0, "value")
      stage.thread("A") { value.value += 1 }
      stage.thread("B") { value.value += 1 }
      stage.finally { stage.expect(value.value == 3, "three") }
    }
    let table = try table(scenario)
    #expect(table.explanation == nil)
    #expect(table.rows.allSatisfy { !$0.isMarked })
  }

  @Test func `One round of a livelock is shown, with the number of rounds`() throws {
    var settings = Settings()
    settings.maxSteps = 2000
    settings.patience = 5000
    let scenario = Scenario("livelock") { stage in
      let (mine, yours) = (Shared(true, "mine"), Shared(true, "yours"))
      stage.thread("A") { while mine.value && yours.value {} }
      stage.thread("B") { _ = yours.value }
    }
    let text = try table(scenario, settings).text(width: 80)
    #expect(
      text == """
             A
          1  read mine → true
          2  read yours → true
          ↻  rows 1 to 2 repeat: 999 turns
        """)
  }

  @Test func `Two threads that check again and again are two rows, and their rounds a sentence`() throws {
    var settings = Settings()
    settings.maxSteps = 2000
    let scenario = Scenario("livelock") { stage in
      let turn = Shared(0, "turn")
      stage.thread("A") { while turn.value != 1 {} }
      stage.thread("B") { while turn.value != 2 {} }
    }
    let table = try table(scenario, settings)
    #expect(table.steps.count <= 6, "\(table)")
    #expect(table.rows.allSatisfy { $0.text == "read turn → 0" })
    #expect(table.rows.contains { $0.times > 100 }, "\(table)")
  }

  @Test func `With too many threads for columns, each row is a sentence`() throws {
    let scenario = Scenario("crowd") { stage in
      let seats = Shared(0, "seats")
      for number in 1...12 { stage.thread("guest \(number)") { seats.value += 1 } }
      stage.finally { stage.expect(seats.value == 0, "no seat is taken") }
    }
    let lines = try table(scenario).text(width: 80).split(separator: "\n")
    #expect(lines.first == "  1  guest 1   read seats → 0")
    #expect(lines.allSatisfy { $0.columns <= 80 })
  }

  @Test func `In ASCII mode only ASCII is printed, and the columns stay aligned`() throws {
    let text = try table(lostUpdate).text(width: 80, isASCII: true)
    #expect(text.unicodeScalars.allSatisfy { $0.isASCII }, "\(text)")
    #expect(text.contains("  1  read balance -> 100\n  2                       read balance -> 100  <\n"))
  }
}

/// Scenarios that do not do the same each time.
@Suite struct `Findings that cannot be repeated` {
  @Test func `A random choice is detected, and the report explains it`() {
    let coin = Coin()
    let exploration = Explorer.explore("random") { stage in
      let (one, other) = (Shared(0, "one"), Shared(0, "other"))
      stage.thread("A") { (coin.toss() ? one : other).value = 1 }
      stage.thread("B") { _ = one.value + other.value }
      stage.finally { stage.expect(false, "never") }
    }
    #expect(exploration.finding?.kind == .nondeterminism)
    let message = exploration.finding?.message ?? ""
    #expect(message.contains(" failed, and was run again to make sure: run 1 did "), "\(message)")
    #expect(message.contains("A: write one 1") && message.contains("A: write other 1"), "\(message)")
    #expect(exploration.table == nil, "there is no table that would belong to the finding")
  }
}

private let lostUpdate = Scenario("lost update") { stage in
  let balance = Shared(100, "balance")
  stage.thread("A") { balance.value -= 30 }
  stage.thread("B") { balance.value -= 50 }
  stage.finally { stage.expect(balance.value == 20, "both amounts are gone") }
}
