import CourseKit
import SchedulerGame
import Terminal

extension Book {
  /// The list of levels, and a page for each.
  func levelPages(_ links: Links) throws -> [Page] {
    var pages: [Page] = []
    for (index, level) in Level.all.enumerated() {
      let data = try data(of: level)
      pages.append(
        Page(
          name: Book.name(ofLevel: index), title: "\(index + 1). \(level.title)", part: .levels,
          body: try game(level, data, index: index) + lesson(of: level) + schedule(level, data),
          scripts: ["game.js", "player.js"], level: level.name))
    }
    let rows = Level.all.enumerated().map { index, level in
      "<li data-level=\"\(level.name)\"><a href=\"\(Book.name(ofLevel: index)).html\">"
        + "\(level.title.escaped)</a></li>"
    }
    let ladder = Page(
      name: "play", title: words[.levels], part: .levels,
      body: """
        <p>\(words[.ladder].escaped)</p>
        <p id="level-count" hidden></p>
        <ol class="ladder">
        \(rows.joined(separator: "\n"))
        </ol>
        """)
    return [ladder] + pages
  }

  static func name(ofLevel index: Int) -> String { "level-\(index < 9 ? "0" : "")\(index + 1)" }

  /// The program, and the element in which it is played.
  func game(_ level: Level, _ data: LevelData, index: Int) throws -> String {
    var renderer = Renderer(Links(), folder: "")
    let text = renderer.html(try Document(reading: level.text).blocks)
    let next = index + 1 < Level.all.count ? " data-next=\"\(Book.name(ofLevel: index + 1)).html\"" : ""
    return """
      \(text)
      <div class="level">
      \(listing(level))
      <div class="game" data-level="\(level.name)"\(next)>
      <p class="quiet">\(words[.needsScript].escaped)</p>
      <script type="application/json">\(data.script)</script>
      </div>
      </div>
      """
  }

  private func lesson(of level: Level) -> String {
    guard let lesson = Catalogue.lesson(level.lesson) else { return "" }
    return "<p class=\"facts\">\(words[.explainedIn].escaped): \(link(to: lesson))</p>\n"
  }

  /// The lines of a level between its marks, with their line numbers in the file.
  private func listing(_ level: Level) -> String {
    let lines = (library.source("Lessons/SchedulerGame/\(level.name).swift") ?? "").lines
    guard let begin = lines.firstIndex(where: { $0.hasSuffix("// level") }),
      let end = lines.firstIndex(where: { $0.hasSuffix("// end") })
    else { return "" }
    let shown = lines[(begin + 1)..<end].map { String($0.dropFirst(4)) }
    return SwiftCode.listing(shown, first: begin + 2, label: level.title)
  }

  /// The shortest failing schedule, folded, as a table that can be read without scripts.
  private func schedule(_ level: Level, _ data: LevelData) -> String {
    guard let way = data.way else {
      return "<details class=\"spoiler\"><summary>\(words[.answer].escaped)</summary><p>"
        + words[.rightClaim].replacing("{m}", with: "\(data.orders)").escaped + "</p></details>\n"
    }
    let shortest = words[.wrongClaim].replacing("{n}", with: "\(way.count)")
    return """
      <details class="spoiler"><summary>\(words[.answer].escaped)</summary>
      <p>\(shortest.escaped)</p>
      \(ScheduleTable(
        threads: data.threads, rows: data.table,
        why: [data.failure ?? ""] + (data.explanation.map { [$0] } ?? []),
        frames: data.frames.map { ($0.rows, $0.lines) }
      ).html)
      </details>

      """
  }
}
