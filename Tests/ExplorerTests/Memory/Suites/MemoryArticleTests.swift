import Explorer
import Foundation
import SightPrograms
import TestSupport
import Testing

/// What "Your first scenario" prints is what the Explorer prints, and its code is the code that printed it.
@Suite struct MemoryArticleTests {
  private let article: String

  init() throws { article = try packageFile("Sources/Explorer/Explorer.docc/YourFirstScenario.md") }

  @Test(
    "The code in the article is compiled here",
    arguments: [
      ("Tests/ExplorerTests/Memory/Programs/Cinema.swift", "cinema"),
      ("Tests/ExplorerTests/Memory/Programs/RepairedCinema.swift", "cinema"),
      ("Tests/ExplorerTests/Memory/Suites/MemoryArticleTests.swift", "lastSeat"),
    ])
  func codeIsCompiled(path: String, name: String) throws {
    let source = try packageFile(path)
    let code = try #require(
      source.split(separator: "// article: \(name)\n").last?.split(separator: "// end\n").first)
    #expect(article.contains(code.replacing("RepairedCinema", with: "Cinema")), "\(name)")
  }

  #if os(Linux)
    @Test("The reports are as in the article")
    func reportsArePrinted() throws {
      let repaired = Scenario("the last seat") { stage in
        let cinema = RepairedCinema()
        for name in ["Ann", "Ben"] { stage.thread(name) { cinema.sell() } }
        stage.finally { stage.expect(cinema.sold == 1, "the last seat is sold once") }
      }
      let found = Explorer.explore(lastSeat).report(width: 80)
      let proven = Explorer.explore(repaired, Settings(.exhaustive(preemptions: nil))).report(width: 80)
      let printed = article.split(separator: "```\n").filter { $0.hasPrefix("✘") || $0.hasPrefix("✔") }
      #expect(printed.map { plain(String($0)) } == [plain(found + "\n"), plain(proven + "\n")])
    }
  #endif

  @Test("The README's class, its scenario and its report are as they are compiled and printed here")
  func readmeIsTrue() throws {
    let readme = try packageFile("README.md")
    #expect(
      readme.contains("```swift\n\(try packageFile("Tests/ExplorerTests/Memory/Programs/Account.swift"))```"))
    let programs = try packageFile("Tests/ExplorerTests/Memory/Programs/Once.swift")
    let scenario = try #require(
      programs.split(separator: "public let overdrawn").last?.split(separator: "\n}\n").first)
    #expect(readme.contains("```swift\nlet overdrawn\(scenario)\n}\n```"))
    #expect(
      readme.contains("```\n\(Explorer.explore(overdrawn).report(width: 116))\n```"),
      "The README must print:\n\(Explorer.explore(overdrawn).report(width: 116))")
  }

  /// A report's words: without its numbers of schedules, which are the search's business, and without the
  /// lines' numbers and the margins, because here the class is in another file.
  private func plain(_ report: String) -> String {
    report.replacing(#/\d+ schedules/#, with: "schedules")
      .replacing(#/Cinema\.swift:\d+/#, with: "Cinema.swift")
      .replacing(#/\d+  (?=if seats|seats -=)/#, with: "")
      .filter { !$0.isWhitespace }
  }
}

// article: lastSeat
let lastSeat = Scenario("the last seat") { stage in
  let cinema = Cinema()
  for name in ["Ann", "Ben"] { stage.thread(name) { cinema.sell() } }
  stage.finally { stage.expect(cinema.sold == 1, "the last seat is sold once") }
}
// end
