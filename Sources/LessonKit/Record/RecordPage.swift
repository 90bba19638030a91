/// A whole lesson as one self-contained page: steps, code, log, claims, schedules and the timeline.
///
/// The script belongs to the chart; everything can be read without it.
struct RecordPage {
  private let record: Record
  private let chart: TimelinePage?

  init(_ record: Record, _ timeline: Timeline) {
    self.record = record
    chart = timeline.isEmpty ? nil : timeline.chart
  }

  var html: String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8"/>
    <meta name="viewport" content="width=device-width, initial-scale=1"/>
    <meta name="color-scheme" content="light dark"/>
    <title>\(title)</title>
    <style>\(TimelinePage.style)\(RecordPage.style)</style>
    </head>
    <body>
    <header>
    <h1>\(title)</h1>
    <p>\(record.about.asHTML)</p>
    \(contents)
    </header>
    <main>
    \(record.opening.isEmpty ? "" : "<section class=\"step\">\n\(entries(record.opening))\n</section>")
    \(record.steps.map(step).joined(separator: "\n"))
    \(timeline)
    \(verdict)
    </main>
    \(chart?.foot ?? "")
    </body>
    </html>

    """
  }

  private var title: String { "Lesson \(record.lesson): \(record.title)".asHTML }

  private var contents: String {
    var links = record.steps.map { ("#step\($0.number)", "\($0.number). \($0.title)") }
    if chart != nil { links.append(("#timeline", "Timeline")) }
    links.append(("#shown", "What was shown"))
    let items = links.map { "<li><a href=\"\($0)\">\($1.asHTML)</a></li>" }
    return "<nav aria-label=\"Steps\"><ul>\(items.joined())</ul></nav>"
  }

  private var timeline: String {
    guard let chart else { return "" }
    return "<section id=\"timeline\">\n<h2>Timeline</h2>\n\(chart.summary)\n\(chart.chart)\n</section>"
  }

  private var verdict: String {
    let claims = record.entries.filter { $0.kind == .claim }.map(entry)
    let none = "<p class=\"broken\">✗ Nothing was claimed, so nothing was shown.</p>"
    return "<section id=\"shown\">\n<h2>What was shown</h2>\n"
      + (claims.isEmpty ? none : claims.joined(separator: "\n")) + "\n</section>"
  }

  // MARK: Steps

  private func step(_ step: Record.Step) -> String {
    let lines =
      step.source.from == step.source.to ? "\(step.source.from)" : "\(step.source.from) to \(step.source.to)"
    let code = step.code.map(\.asHTML).joined(separator: "\n")
    let listing =
      step.code.isEmpty
      ? ""
      : "<details open=\"open\"><summary>\(step.source.file.asHTML), lines \(lines)</summary>"
        + "<pre class=\"code\">\(code)</pre></details>\n"
    return
      "<section class=\"step\" id=\"step\(step.number)\">\n<h2>\(step.number). \(step.title.asHTML)</h2>\n"
      + listing + entries(step.entries) + "\n</section>"
  }

  /// Log lines that follow one another are rows of one table.
  private func entries(_ entries: [Record.Entry]) -> String {
    var parts: [String] = []
    var rows: [String] = []
    func endTable() {
      if !rows.isEmpty {
        parts.append("<table class=\"log\">\(RecordPage.head)\n\(rows.joined(separator: "\n"))\n</table>")
      }
      rows = []
    }
    for entry in entries {
      if let row = logRow(entry) {
        rows.append(row)
      } else {
        endTable()
        parts.append(self.entry(entry))
      }
    }
    endTable()
    return parts.joined(separator: "\n")
  }

  private static let head =
    "<tr><th scope=\"col\">seconds</th><th scope=\"col\">thread</th><th scope=\"col\">about</th>"
    + "<th scope=\"col\">what happened</th></tr>"

  private func logRow(_ entry: Record.Entry) -> String? {
    guard [.log, .event, .count].contains(entry.kind) else { return nil }
    let time = entry.time.map { Int(($0 * 1000).rounded()).inThousandths } ?? ""
    let cells = [time, entry.thread ?? "", entry.subject ?? "", entry.text]
    return "<tr>" + cells.map { "<td>\($0.asHTML)</td>" }.joined() + "</tr>"
  }

  private func entry(_ entry: Record.Entry) -> String {
    switch entry.kind {
    case .say, .conclusion, .log, .event, .count: return "<p>\(entry.text.asHTML)</p>"
    case .text: return "<pre>\(lines(entry.text))</pre>"
    case .claim:
      guard let claim = entry.claim else { return "" }
      let remark =
        claim.remark.isEmpty
        ? "" : "<br/>\(claim.outcome == .broken ? "but" : "because"): \(claim.remark.asHTML)"
      return "<p class=\"\(claim.outcome.rawValue)\">\(claim.outcome.sign) \(entry.text.asHTML)\(remark)</p>"
    case .schedule: return entry.schedule.map(schedule) ?? ""
    case .question: return entry.question.map(question) ?? ""
    }
  }

  private func lines(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).asHTML }
      .joined(separator: "\n")
  }

  private func question(_ question: Record.Question) -> String {
    let answers = question.answers.map { answer in
      "<li>\(answer.text.asHTML)</li>"
    }
    let reasons = question.answers.filter { !$0.because.isEmpty }.map { answer in
      "<p>\(answer.isRight ? "✓" : "✗") \(answer.text.asHTML): \(answer.because.asHTML)</p>"
    }
    return "<div class=\"question\"><p>Predict first: \(question.text.asHTML)</p><ul>\(answers.joined())</ul>"
      + "<details><summary>Answer</summary>\(reasons.joined())</details></div>"
  }

  // MARK: Schedules

  private func schedule(_ schedule: Record.Schedule) -> String {
    let mark = schedule.finding != nil ? "✘" : schedule.passed ? "✔" : "?"
    var parts = ["<p>\(mark) \(schedule.scenario.asHTML): \(schedule.summary.asHTML)</p>"]
    if let finding = schedule.finding { parts.append("<pre>\(lines(finding))</pre>") }
    if !schedule.rows.isEmpty { parts.append(table(schedule)) }
    parts += schedule.turns.map { "<p>↻ \($0.asHTML)</p>" }
    if let explanation = schedule.explanation { parts.append("<p>◀ \(explanation.asHTML)</p>") }
    if let token = schedule.token { parts.append("<p>replay: <code>\(token.asHTML)</code></p>") }
    return "<div class=\"schedule\">\(parts.joined(separator: "\n"))</div>"
  }

  private func table(_ schedule: Record.Schedule) -> String {
    let isWatched = schedule.rows.contains { $0.watched != nil }
    let heads = [""] + schedule.threads + (isWatched ? ["values"] : []) + [""]
    let head = heads.map { $0.isEmpty ? "<td></td>" : "<th scope=\"col\">\($0.asHTML)</th>" }.joined()
    let rows = schedule.rows.map { row in
      let cells = schedule.threads.map { "<td>\($0 == row.thread ? row.text.asHTML : "")</td>" }
      let watched = isWatched ? "<td>\((row.watched ?? "").asHTML)</td>" : ""
      let sign = row.isMarked ? "◀" : row.times > 1 ? "×\(row.times)" : ""
      return "<tr class=\"\(row.isMarked ? "marked" : row.isDetail ? "detail" : "plain")\">"
        + "<td>\(row.number.asHTML)</td>\(cells.joined())\(watched)<td>\(sign)</td></tr>"
    }
    return "<div class=\"wide\"><table><tr>\(head)</tr>\n\(rows.joined(separator: "\n"))\n</table></div>"
  }

  /// The style of everything but the chart.
  private static let style = """

    nav ul { display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; padding: 0; list-style: none; }
    a { color: var(--run); } pre, code, td { font-family: ui-monospace, monospace; font-size: .8rem; }
    pre { overflow-x: auto; margin: .5rem 0; padding: .5rem .8rem; border: 1px solid var(--line); }
    .step, #timeline, #shown { border-top: 1px solid var(--line); margin-top: 1.2rem; }
    .code { background: var(--hover); } summary { color: var(--dim); cursor: pointer; }
    table { border-collapse: collapse; margin: .5rem 0; } .wide, .step { overflow-x: auto; }
    th { text-align: left; color: var(--dim); font-weight: normal; }
    th, td { padding: .1rem .9rem .1rem 0; vertical-align: top; }
    .held { color: inherit; } .broken { color: var(--odd); font-weight: bold; } .notShown { color: var(--dim); }
    .question { border-left: 3px solid var(--run); padding-left: .8rem; } .detail { color: var(--dim); }
    .marked td { background: var(--band); }

    """
}

extension Record.Claim.Outcome {
  /// The sign that the terminal and the page put before the sentence.
  var sign: String {
    switch self {
    case .held: "✓"
    case .broken: "✗"
    case .notShown: "○ Not shown:"
    }
  }
}

extension Int {
  /// Thousandths as a number with three decimals.
  fileprivate var inThousandths: String { "\(self / 1000).\(String(1000 + self % 1000).dropFirst())" }
}
