/// A schedule as a table that grows when it is played: a column for each thread, a row for each step.
struct ScheduleTable {
  let data: LevelData
  let words: Words

  private var threads: [String] { data.threads.filter { name in data.table.contains { $0.thread == name } } }

  var html: String {
    let isWatched = data.table.contains { !$0.watched.isEmpty }
    let heads =
      threads.map { "<th scope=\"col\">\($0.escaped)</th>" }
      + (isWatched ? ["<th scope=\"col\">\(words[.values].escaped)</th>"] : [])
    let rows = data.table.map { row in
      let cells = threads.map { "<td>\($0 == row.thread ? row.text.escaped : "")</td>" }
      let watched = isWatched ? "<td>\(row.watched.escaped)</td>" : ""
      let mark = row.isMarked ? "<td class=\"mark\">◀</td>" : "<td></td>"
      return
        "<tr\(row.isMarked ? " data-marked" : "")><th scope=\"row\">\(row.number)</th>\(cells.joined())\(watched)\(mark)</tr>"
    }
    let frames = data.frames.map { frame in
      let lines = frame.lines.sorted { $0.key < $1.key }.map { "\(JSON.text($0.key)):\($0.value)" }
      return "{\"rows\":\(frame.rows),\"lines\":{\(lines.joined(separator: ","))}}"
    }
    return """
      <div class="player">
      <div class="wide" tabindex="0" role="group"><table class="schedule">
      <thead><tr><th scope="col">\(words[.row].escaped)</th>\(heads.joined())<td></td></tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody></table></div>
      <p class="why">\((data.failure ?? "").escaped)\(data.explanation.map { "<br>" + $0.escaped } ?? "")</p>
      <script type="application/json">\(JSON.list(frames))</script>
      </div>
      """
  }
}
