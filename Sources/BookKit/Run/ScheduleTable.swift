import LessonKit
import Terminal

/// A schedule as a table, with a column for each thread and a row for each step; playing it adds rows.
struct ScheduleTable {
  private let threads: [String]
  private let rows: [Record.Schedule.Row]
  /// The HTML above the table.
  private var head = ""
  /// The failure and its reason as HTML; a script hides them until the reader opens them.
  private let why: String
  /// The position of each thread after each row: the number of a listing, and a line in it.
  private var frames: [(rows: Int, lines: [String: (listing: Int, line: Int)])] = []
  /// The listings that contain these positions; a level's own listing is above the table.
  private var listings = ""

  /// A schedule of a program whose listing is above it: `frames` are the lines of the threads after each row.
  init(
    threads: [String], rows: [Record.Schedule.Row], why: [String],
    frames: [(rows: Int, lines: [String: Int])]
  ) {
    self.threads = threads.filter { name in rows.contains { $0.thread == name } }
    self.rows = rows
    self.why = why.map(\.escaped).joined(separator: "<br>")
    self.frames = frames.map { ($0.rows, $0.lines.mapValues { (0, $0) }) }
  }

  /// A schedule that a lesson has shown.
  init(_ schedule: Record.Schedule, source: (String) -> [String]?) {
    threads = schedule.threads
    rows = schedule.rows
    let sign = schedule.finding != nil ? "✘" : schedule.passed ? "✔" : "?"
    head = "<p>\(sign) \(schedule.scenario.escaped): \(schedule.summary.escaped)</p>\n"
    head += schedule.finding.map { "<p class=\"broken\">\($0.escaped.withBreaks)</p>\n" } ?? ""
    let turns = schedule.turns.map { "↻ \($0.escaped)" }
    why = (turns + (schedule.explanation.map { [$0.escaped] } ?? [])).joined(separator: "<br>")
    if let token = schedule.token {
      head += "<p>replay: <code>\(token.escaped)</code></p>\n"
    }
    let excerpts = Excerpts(of: schedule.rows.compactMap(\.place), source: source)
    listings = excerpts.html
    frames = (0...schedule.rows.count).map { count in
      // A thread stands where it does its next row.
      let next = Dictionary(
        schedule.rows[count...].map { ($0.thread, $0.place) }, uniquingKeysWith: { first, _ in first })
      return (count, next.compactMapValues { $0.flatMap(excerpts.place) })
    }
    if listings.isEmpty { frames = [] }
  }

  var html: String {
    if rows.isEmpty { return head + (why.isEmpty ? "" : "<p class=\"why\">\(why)</p>") }
    let isWatched = rows.contains { $0.watched != nil }
    let heads =
      threads.map { "<th scope=\"col\">\($0.escaped)</th>" }
      + (isWatched ? ["<th scope=\"col\">Values</th>"] : [])
    let frames = frames.map { frame in
      let lines = frame.lines.sorted { $0.key < $1.key }.map {
        "\(JSON.text($0.key)):[\($0.value.listing),\($0.value.line)]"
      }
      return "{\"rows\":\(frame.rows),\"lines\":{\(lines.joined(separator: ","))}}"
    }
    let script =
      frames.isEmpty ? "" : "\n<script type=\"application/json\">\(JSON.list(frames))</script>"
    return """
      \(head)<div class="player">
      <div class="wide" tabindex="0" role="group"><table class="schedule">
      <thead><tr><th scope="col">row</th>\(heads.joined())<td></td></tr></thead>
      <tbody>
      \(rows.map { html($0, isWatched: isWatched) }.joined(separator: "\n"))
      </tbody></table></div>
      \(listings)<p class="why">\(why)</p>\(script)
      </div>
      """
  }

  private func html(_ row: Record.Schedule.Row, isWatched: Bool) -> String {
    let cells = threads.map { "<td>\($0 == row.thread ? row.text.escaped : "")</td>" }
    let watched = isWatched ? "<td>\((row.watched ?? "").escaped)</td>" : ""
    let sign =
      row.isMarked ? "<td class=\"mark\">◀</td>" : row.times > 1 ? "<td>×\(row.times)</td>" : "<td></td>"
    let attributes = (row.isDetail ? " class=\"detail\"" : "") + (row.isMarked ? " data-marked" : "")
    let number = row.number.isEmpty ? "<td></td>" : "<th scope=\"row\">\(row.number)</th>"
    return "<tr\(attributes)>\(number)\(cells.joined())\(watched)\(sign)</tr>"
  }
}

extension String {
  fileprivate var withBreaks: String { replacing("\n", with: "<br>") }
}
