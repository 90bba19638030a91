import Foundation
import MiniOperations
import Testing

@testable import Explorer

/// What the articles print is what the Explorer prints, and their code is the code that printed it.
@Suite struct `The articles` {
  @Test func `Your first scenario: the code in the article is the code of this file`() throws {
    let article = try packageFile("Sources/Explorer/Explorer.docc/YourFirstScenario.md")
    let source = try packageFile("Tests/ExplorerTests/ArticleTests.swift")
    for name in ["lastSeat", "repaired"] {
      let code = try #require(
        source.split(separator: "// article: \(name)\n").last?.split(separator: "// end\n").first)
      #expect(article.contains(code), "\(name)")
    }
  }

  @Test func `Your first scenario: both reports are as in the article`() throws {
    let article = try packageFile("Sources/Explorer/Explorer.docc/YourFirstScenario.md")
    let fences = article.split(separator: "```\n").filter { $0.hasPrefix("✘") || $0.hasPrefix("✔") }
    let found = Explorer.explore(lastSeat).report(width: 80)
    let proven = Explorer.explore(repaired, Settings(.exhaustive(preemptions: nil))).report(width: 80)
    // How many schedules it takes is the search's business, and the article says so.
    let counts = #/\d+ schedules/#
    #expect(
      fences.map { String($0).replacing(counts, with: "schedules") }
        == [found + "\n", proven + "\n"].map { $0.replacing(counts, with: "schedules") })
  }

  @Test func `How to read a schedule: its tables are as in the article`() throws {
    let article = try packageFile("Sources/Explorer/Explorer.docc/HowToReadASchedule.md")
    let lostUpdate = Explorer.explore("lost update") { stage in
      let balance = Shared(100, "balance")
      stage.thread("A") { balance.value -= 30 }
      stage.thread("B") { balance.value -= 50 }
      stage.finally { stage.expect(balance.value == 20, "both amounts are gone") }
    }
    let lines = lostUpdate.report(width: 80).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(article.contains(try #require(lostUpdate.table).text(width: 80)))
    #expect(article.contains("```\n\(try #require(lines.last))\n```"))
  }
}

// article: lastSeat
let lastSeat = Scenario("the last seat") { stage in
  let (seats, sold) = (Shared(1, "seats"), Shared(0, "sold"))
  for name in ["Ann", "Ben"] {
    stage.thread(name) {
      if seats.value > 0 {
        seats.value = 0
        sold.value += 1
      }
    }
  }
  stage.finally { stage.expect(sold.value == 1, "the last seat is sold once") }
}
// end

// article: repaired
let repaired = Scenario("the last seat, repaired") { stage in
  let (seats, sold) = (Shared(1, "seats"), Shared(0, "sold"))
  let lock = RecursiveLock(name: "lock")
  for name in ["Ann", "Ben"] {
    stage.thread(name) {
      lock.withLock {
        if seats.value > 0 {
          seats.value = 0
          sold.value += 1
        }
      }
    }
  }
  stage.finally { stage.expect(sold.value == 1, "the last seat is sold once") }
}
// end
