import Foundation
import MiniOperations
import TestSupport
import Testing

@testable import Explorer

/// What the articles print is what the Explorer prints.
@Suite struct `The articles` {
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
    let deadlock = Explorer.explore("two locks") { stage in
      let (left, right) = (RecursiveLock(name: "left"), RecursiveLock(name: "right"))
      stage.thread("A") { left.withLock { right.withLock {} } }
      stage.thread("B") { right.withLock { left.withLock {} } }
    }
    let table = try #require(deadlock.table).text(width: 80)
    #expect(article.contains(table), "\(table)")
  }
}
