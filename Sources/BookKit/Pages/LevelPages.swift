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
      name: "play", title: "You are the scheduler", part: .levels,
      body: """
        <p>Here the threads wait for you: you select the one that runs next. Some of the programs are wrong, \
        and you win by reaching the failure. Others are right: say so. All that you see was recorded from \
        the real Swift program, which the Explorer has run in every order.</p>
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
      <p class="quiet">Playing needs scripts. Everything else can be read without them.</p>
      <script type="application/json">\(data.script)</script>
      </div>
      </div>
      """
  }

  private func lesson(of level: Level) -> String {
    guard let lesson = Catalogue.lesson(level.lesson) else { return "" }
    return "<p class=\"facts\">Explained in: \(link(to: lesson))</p>\n"
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
      return "<details class=\"spoiler\"><summary>The answer</summary><p>"
        + "Right. It holds in all \(data.orders) orders: the Explorer has tried them.</p></details>\n"
    }
    return """
      <details class="spoiler"><summary>The answer</summary>
      <p>It can fail: \(way.count) moves are enough.</p>
      \(ScheduleTable(
        threads: data.threads, rows: data.table,
        why: [data.failure ?? ""] + (data.explanation.map { [$0] } ?? []),
        frames: data.frames.map { ($0.rows, $0.lines) }
      ).html)
      </details>

      """
  }
}
