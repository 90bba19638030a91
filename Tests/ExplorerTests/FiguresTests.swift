import Classics
import Explorer
import Foundation
import TestSupport
import Testing

/// The table of classic problems in the article is what `bench classics` prints.
@Suite struct `The classic problems` {
  @Test(arguments: Classic.all.map(\.name))
  func `The row in the article is measured`(name: String) throws {
    let classic = try #require(Classic.all.first { $0.name == name })
    let row = ClassicTable.row(classic)
    #if os(Linux)
      #expect(try rows.contains(row), "The article has another row than \(row)")
    #endif
    #expect(!row.contains("not "), "found, and proven where it is right")
  }

  @Test func `The article has all of them, in order, and no others`() throws {
    let names = try rows.dropFirst(2).map { $0.split(separator: "|")[0].trimmingCharacters(in: .whitespaces) }
    #expect(names == Classic.all.map(\.name))
    #expect(try rows.prefix(2).joined(separator: "\n") == ClassicTable.head)
    #expect(try article.contains("\n\(ClassicTable.footnote)\n"))
    #expect(Classic.all.count(where: \.isSmall) >= 30)
  }

  private var article: String {
    get throws { try packageFile("Sources/Explorer/Explorer.docc/HowItWorks.md") }
  }

  /// The lines of the article's table.
  private var rows: [String] {
    get throws {
      let lines = try article.split(separator: "\n").map(String.init)
      return Array(lines.drop { !$0.hasPrefix("| what goes wrong") }.prefix { $0.hasPrefix("|") })
    }
  }
}
