import Typesetting

/// The timeline as text: a row for each operation, time from left to right.
///
/// Every state has its own sign, so nothing depends on colours. If there are too many operations for a screen,
/// the rows are threads instead.
struct TextChart {
  private let lives: Lives
  private let axis: TimeAxis
  private let width: Int
  private let isASCII: Bool
  private let labelWidth: Int
  private let tailWidth: Int
  private let chartWidth: Int
  private let rows: [Row]

  /// More operations than this are folded.
  static let mostRows = 24

  init(_ lives: Lives, width: Int, isASCII: Bool = false) {
    self.lives = lives
    axis = TimeAxis(lives)
    self.width = max(24, width)
    self.isASCII = isASCII
    rows = TextChart.rows(of: lives)
    let labels = rows.map(\.label.columns) + [lives.inProgress == lives.running ? 7 : 11]
    let tails = rows.map(\.tail.columns)
    labelWidth = min(labels.max() ?? 0, max(8, self.width / 4))
    tailWidth = self.width < 64 ? 0 : min(tails.max() ?? 0, self.width * 3 / 10)
    chartWidth = self.width - labelWidth - 2 - (tailWidth > 0 ? tailWidth + 2 : 0)
  }

  /// A shorter run has no chart, because differences of nanoseconds mean nothing.
  static let shortest = 1_000_000

  var lines: [String] {
    guard lives.end - lives.begin >= TextChart.shortest else {
      let span = (lives.end - lives.begin).asDuration
      return wrap(["All of it took \(span), too short for a chart.", "The lines above show the order."], " ")
    }
    let bars = rows.map(bar)
    var lines = [line(axis.unit.name, scale, "")]
    for (row, bar) in zip(rows, bars) { lines.append(line(row.label, bar, row.tail)) }
    let running = counts(lives.running)
    let inProgress = counts(lives.inProgress)
    lines.append(line("running", running, ""))
    if inProgress != running { lines.append(line("in progress", inProgress, "")) }
    if lives.operations.count > TextChart.mostRows { lines += wrap(lives.summary.map { $0 + "." }, " ") }
    return (lines + wrap(legend(bars))).map { isASCII ? $0.inASCII : $0 }
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
    let lanes = lives.lanes.filter { $0.isServing || lives.operations.count > mostRows }
    for lane in lanes.prefix(12) {
      rows.append(Row(label: lane.name.onOneLine, tail: lane.summary, content: .lane(lane)))
    }
    if lanes.count > 12 { rows.append(Row(label: "  … \(lanes.count - 12) more threads", content: .gap)) }
    return rows
  }

  /// All operations, or if there are very many, the first, the last, and a few that stand out.
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
    parts += threads
    if !edges.isEmpty { parts.append("after \(edges.joined(separator: ", "))") }
    return parts.joined(separator: ", ")
  }

  // MARK: Signs

  private func bar(_ row: Row) -> String {
    var signs = [Character](repeating: " ", count: chartWidth)
    switch row.content {
    case .operation(let life):
      for kind in [Life.Kind.waiting, .ready, .silent, .paused, .inProgress] {
        for phase in life.phases where phase.kind == kind { draw(phase, on: &signs) }
      }
      for run in life.runs { draw(run, on: &signs) }
      for time in life.resumed { signs[column(time)] = "▶" }
      if let time = life.cancelled { signs[column(time)] = "×" }
      if life.runsFinished, let time = life.finished { signs[column(time)] = "!" }
    case .queue(let queue):
      for (from, to) in queue.suspensions {
        for column in columns(from, to ?? lives.end) { signs[column] = "=" }
      }
      for (from, to) in queue.suspensions {
        signs[column(from)] = "│"
        if let to { signs[column(to)] = "▶" }
      }
    case .lane(let lane):
      for run in lane.runs { draw(run.phase, on: &signs) }
    case .gap:
      break
    }
    return String(signs)
  }

  /// Draws a phase; work that is shorter than a column gets its own sign.
  private func draw(_ phase: Life.Phase, on signs: inout [Character]) {
    let isShort = (axis.place(phase.to) - axis.place(phase.from)) * Double(chartWidth) < 1
    for column in columns(phase.from, phase.to) {
      if phase.kind != .running {
        signs[column] = phase.kind.sign
      } else if !isShort || signs[column] != phase.kind.sign {
        signs[column] = isShort ? Life.Kind.shortSign : phase.kind.sign
      }
    }
  }

  private func counts(_ numbers: [Lives.Count]) -> String {
    var counts = [Int?](repeating: nil, count: chartWidth)
    for piece in axis.pieces {
      for column in columns(piece.from, piece.to) { counts[column] = 0 }
    }
    for (index, count) in numbers.enumerated() where count.number > 0 {
      let next = index + 1 < numbers.count ? numbers[index + 1].time : lives.end
      for column in columns(count.time, next) { counts[column] = max(counts[column] ?? 0, count.number) }
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

  /// The columns of a time span: at least one; the last column only if a part of it is used.
  private func columns(_ from: Int, _ to: Int) -> ClosedRange<Int> {
    let first = column(from)
    let end = (axis.place(to) * Double(chartWidth) - 1e-9).rounded(.up)
    return first...min(chartWidth - 1, max(first, Int(end) - 1))
  }

  // MARK: Words

  private func line(_ label: String, _ bar: String, _ tail: String) -> String {
    var line = "\(label.fitted(to: labelWidth, isASCII: isASCII))  \(bar)"
    if tailWidth > 0 { line += "  \(tail.fitted(to: tailWidth, isASCII: isASCII))" }
    while line.last == " " { line.removeLast() }
    return line
  }

  /// The operations that have a row.
  private var shownLives: [Life] {
    rows.compactMap { row in
      if case .operation(let life) = row.content { return life }
      return nil
    }
  }

  private func legend(_ bars: [String]) -> [String] {
    let used = Set(bars.joined())
    let kinds = Set(shownLives.flatMap { $0.phases + $0.runs }.map(\.kind))
    var parts = Life.Kind.allCases.filter { kinds.contains($0) && used.contains($0.sign) }
      .map { "\($0.sign) \($0.words)" }
    if used.contains(Life.Kind.shortSign) {
      parts.append("\(Life.Kind.shortSign) running, shorter than a column")
    }
    if lives.queues.contains(where: { !$0.suspensions.isEmpty }) { parts.append("│= suspended") }
    if used.contains("▶") { parts.append("▶ resumed") }
    if used.contains("×") { parts.append("× cancelled") }
    if used.contains("!") { parts.append("! finished while still executing") }
    if (counts(lives.running) + counts(lives.inProgress)).contains("+") { parts.append("+ ten or more") }
    if !axis.cuts.isEmpty { parts.append("// time left out") }
    return parts
  }

  /// Joins the parts to lines, with as many parts per line as fit.
  private func wrap(_ parts: [String], _ gap: String = "   ") -> [String] {
    var lines: [String] = []
    for part in parts {
      if let last = lines.last, last.columns + gap.count + part.columns <= width {
        lines[lines.count - 1] += gap + part
      } else {
        lines.append(part.columns > width ? part.fitted(to: width, isASCII: isASCII) : part)
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
    case .inProgress: "□"
    case .paused: "="
    case .silent: "?"
    }
  }

  /// The sign for work that is shorter than a column.
  static let shortSign: Character = "▏"

  var words: String {
    switch self {
    case .waiting: "waits"
    case .ready: "ready, not started"
    case .running: "running"
    case .inProgress: "in progress, on no thread"
    case .paused: "paused"
    case .silent: "not running, not finished"
    }
  }
}
