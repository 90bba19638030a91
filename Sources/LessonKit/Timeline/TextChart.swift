/// The timeline as text: a row for each operation, time from left to right.
///
/// Every state has a sign of its own, so that nothing depends on colours. Where there are too many
/// operations for a screen, the threads stand for them.
struct TextChart {
  private let lives: Lives
  private let axis: TimeAxis
  private let width: Int
  private let labelWidth: Int
  private let tailWidth: Int
  private let chartWidth: Int
  private let rows: [Row]

  /// More operations than this are folded.
  static let mostRows = 24

  init(_ lives: Lives, width: Int) {
    self.lives = lives
    axis = TimeAxis(lives)
    self.width = max(24, width)
    rows = TextChart.rows(of: lives)
    let labels = rows.map(\.label.columns) + [7]
    let tails = rows.map(\.tail.columns)
    labelWidth = min(labels.max() ?? 0, max(8, self.width / 4))
    tailWidth = self.width < 64 ? 0 : min(tails.max() ?? 0, self.width * 3 / 10)
    chartWidth = self.width - labelWidth - 2 - (tailWidth > 0 ? tailWidth + 2 : 0)
  }

  var lines: [String] {
    let bars = rows.map(bar)
    var lines = [line("seconds", scale, "")]
    for (row, bar) in zip(rows, bars) { lines.append(line(row.label, bar, row.tail)) }
    lines.append(line("running", running, ""))
    if lives.operations.count > TextChart.mostRows { lines += wrap(lives.summary.map { $0 + "." }, " ") }
    return lines + wrap(legend(bars))
  }

  // MARK: Rows

  private struct Row {
    enum Content { case operation(Life), queue(Lives.Queue), lane(Lane), gap }

    let label: String
    var tail = ""
    let content: Content
  }

  private static func rows(of lives: Lives) -> [Row] {
    var rows = lives.queues.filter { !$0.suspensions.isEmpty }.map {
      Row(label: $0.name.onOneLine, tail: "", content: .queue($0))
    }
    var next = 0
    for place in shown(lives.operations) {
      if place > next { rows.append(Row(label: "  … \((place - next).grouped) more", content: .gap)) }
      next = place + 1
      let life = lives.operations[place]
      let edges = lives.edges[place].map { lives.operations[$0].name.onOneLine }
      rows.append(
        Row(label: life.name.onOneLine, tail: tail(life, edges), content: .operation(life)))
    }
    guard lives.operations.count > mostRows else { return rows }
    for lane in lives.lanes.prefix(12) {
      rows.append(
        Row(label: lane.name.onOneLine, tail: counted(lane.runs.count, "operation"), content: .lane(lane)))
    }
    if lives.lanes.count > 12 {
      rows.append(Row(label: "  … \(lives.lanes.count - 12) threads more", content: .gap))
    }
    return rows
  }

  /// All of them, or of very many the first, the last, and a few to which something happened.
  private static func shown(_ operations: [Life]) -> [Int] {
    guard operations.count > mostRows else { return Array(operations.indices) }
    let unusual = operations.indices.lazy.filter {
      let life = operations[$0]
      return life.cancelled != nil || life.finished == nil || life.phases.contains { $0.kind == .paused }
    }
    let ends = Array(operations.indices.prefix(4) + operations.indices.suffix(2))
    return Set(ends + unusual.prefix(6)).sorted()
  }

  private static func tail(_ life: Life, _ edges: [String]) -> String {
    var threads: [String] = []
    for run in life.runs where !threads.contains(run.thread) { threads.append(run.thread.onOneLine) }
    var parts: [String] = []
    if life.finished == nil { parts.append("not finished") }
    if life.runsFinished { parts.append("finished early") }
    parts += threads
    if !edges.isEmpty { parts.append("after \(edges.joined(separator: ", "))") }
    return parts.joined(separator: ", ")
  }

  // MARK: Signs

  private func bar(_ row: Row) -> String {
    var signs = [Character](repeating: " ", count: chartWidth)
    switch row.content {
    case .operation(let life):
      for kind in [Life.Kind.waiting, .ready, .silent, .paused, .running] {
        for phase in life.phases where phase.kind == kind {
          for column in columns(phase.from, phase.to) { signs[column] = kind.sign }
        }
      }
      for time in life.resumed { signs[column(time)] = "▶" }
      if let time = life.cancelled { signs[column(time)] = "×" }
    case .queue(let queue):
      for (from, to) in queue.suspensions {
        for column in columns(from, to ?? lives.end) { signs[column] = "=" }
      }
      for (from, to) in queue.suspensions {
        signs[column(from)] = "│"
        if let to { signs[column(to)] = "▶" }
      }
    case .lane(let lane):
      for run in lane.runs {
        for column in columns(run.phase.from, run.phase.to) { signs[column] = Life.Kind.running.sign }
      }
    case .gap:
      break
    }
    return String(signs)
  }

  private var running: String {
    var counts = [Int?](repeating: nil, count: chartWidth)
    for piece in axis.pieces {
      for column in columns(piece.from, piece.to) { counts[column] = 0 }
    }
    for (index, count) in lives.running.enumerated() where count.number > 0 {
      let next = index + 1 < lives.running.count ? lives.running[index + 1].time : lives.end
      for column in columns(count.time, next) { counts[column] = max(counts[column] ?? 0, count.number) }
    }
    // What took no time at all is in no interval.
    for lane in lives.lanes {
      for run in lane.runs where run.phase.from == run.phase.to {
        let column = column(run.phase.from)
        counts[column] = max(counts[column] ?? 0, 1)
      }
    }
    return String(counts.map { $0.map { $0 > 9 ? "+" : Character(String($0)) } ?? " " })
  }

  private var scale: String {
    var signs = [Character](repeating: " ", count: chartWidth)
    for cut in axis.cuts {
      let place = min(chartWidth - 2, Int(cut * Double(chartWidth)))
      signs.replaceSubrange(place...place + 1, with: "//")
    }
    var free = 0
    for tick in axis.ticks(about: max(2, chartWidth / 8)) {
      let place = Int(tick.place * Double(chartWidth))
      let end = place + tick.label.count
      if place < free || end > chartWidth || signs[place..<end].contains("/") { continue }
      signs.replaceSubrange(place..<end, with: tick.label)
      free = end + 2
    }
    return String(signs)
  }

  private func column(_ time: Int) -> Int { min(chartWidth - 1, Int(axis.place(time) * Double(chartWidth))) }

  /// The columns of a time; at least one, and the last one only if some of it is used.
  private func columns(_ from: Int, _ to: Int) -> ClosedRange<Int> {
    let first = column(from)
    let end = (axis.place(to) * Double(chartWidth) - 1e-9).rounded(.up)
    return first...min(chartWidth - 1, max(first, Int(end) - 1))
  }

  // MARK: Words

  private func line(_ label: String, _ bar: String, _ tail: String) -> String {
    var line = "\(label.fitted(to: labelWidth))  \(bar)"
    if tailWidth > 0 { line += "  \(tail.fitted(to: tailWidth))" }
    while line.last == " " { line.removeLast() }
    return line
  }

  /// Those that have a row.
  private var shownLives: [Life] {
    rows.compactMap { row in
      if case .operation(let life) = row.content { return life }
      return nil
    }
  }

  private func legend(_ bars: [String]) -> [String] {
    let used = Set(bars.joined())
    let kinds = Set(shownLives.flatMap(\.phases).map(\.kind))
    var parts = Life.Kind.allCases.filter { kinds.contains($0) && used.contains($0.sign) }
      .map { "\($0.sign) \($0.words)" }
    if lives.queues.contains(where: { !$0.suspensions.isEmpty }) { parts.append("│= suspended") }
    if used.contains("▶") { parts.append("▶ resumed") }
    if used.contains("×") { parts.append("× cancelled") }
    if running.contains("+") { parts.append("+ ten or more") }
    if !axis.cuts.isEmpty { parts.append("// nothing happens") }
    return parts
  }

  /// As many parts to a line as fit.
  private func wrap(_ parts: [String], _ gap: String = "   ") -> [String] {
    var lines: [String] = []
    for part in parts {
      if let last = lines.last, last.columns + gap.count + part.columns <= width {
        lines[lines.count - 1] += gap + part
      } else {
        lines.append(part.columns > width ? part.fitted(to: width) : part)
      }
    }
    return lines
  }
}

extension Life.Kind {
  var sign: Character {
    switch self {
    case .waiting: "┄"
    case .ready: "░"
    case .running: "█"
    case .paused: "="
    case .silent: "?"
    }
  }

  var words: String {
    switch self {
    case .waiting: "waits"
    case .ready: "ready, not started"
    case .running: "running"
    case .paused: "paused"
    case .silent: "not running, not finished"
    }
  }
}
