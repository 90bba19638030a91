import Terminal

/// The timeline as text: a row for each operation, time from left to right.
///
/// Every state has its own sign, so nothing depends on colours. If there are too many operations for a
/// screen, the rows are threads instead.
package struct TextChart {
  private let model: Record.Drawing
  private let axis: TimeAxis
  private let width: Int
  private let isASCII: Bool
  private let labelWidth: Int
  private let tailWidth: Int
  private let chartWidth: Int
  private let rows: [Row]

  /// More operations than this are folded.
  static let mostRows = 24

  package init(_ model: Record.Drawing, width: Int, isASCII: Bool = false) {
    self.model = model
    axis = TimeAxis(model)
    self.width = max(24, width)
    self.isASCII = isASCII
    rows = TextChart.rows(of: model)
    let labels = rows.map(\.label.columns) + [model.inProgress == model.running ? 7 : 11]
    let tails = rows.map(\.tail.columns)
    labelWidth = min(labels.max() ?? 0, max(8, self.width / 4))
    tailWidth = self.width < 64 ? 0 : min(tails.max() ?? 0, self.width * 3 / 10)
    chartWidth = self.width - labelWidth - 2 - (tailWidth > 0 ? tailWidth + 2 : 0)
  }

  /// A shorter run has no chart, because differences of nanoseconds mean nothing.
  static let shortest = 1_000_000

  package var lines: [String] {
    guard model.end - model.begin >= TextChart.shortest else {
      let span = (model.end - model.begin).asDuration
      return wrap(["All of it took \(span), too short for a chart.", "The lines above show the order."], " ")
    }
    let bars = rows.map(bar)
    var lines = [line(axis.unit.name, scale, "")]
    for (row, bar) in zip(rows, bars) { lines.append(line(row.label, bar, row.tail)) }
    let running = counts(model.running)
    let inProgress = counts(model.inProgress)
    lines.append(line("running", running, ""))
    if inProgress != running { lines.append(line("in progress", inProgress, "")) }
    if model.operations.count > TextChart.mostRows { lines += wrap(model.summary.map { $0 + "." }, " ") }
    return (lines + wrap(legend(bars))).map { isASCII ? $0.inASCII : $0 }
  }

  // MARK: Rows

  private struct Row {
    enum Content {
      case operation(Record.Drawing.Operation)
      case queue(Record.Drawing.Queue)
      case thread(Record.Drawing.Thread)
      case gap
    }

    let label: String
    var tail = ""
    let content: Content
  }

  private static func rows(of model: Record.Drawing) -> [Row] {
    var rows = model.queues.filter { !$0.suspensions.isEmpty }.map {
      Row(label: $0.name.onOneLine, tail: "", content: .queue($0))
    }
    var next = 0
    for place in shown(model.operations) {
      if place > next { rows.append(Row(label: "  … \((place - next).grouped) more", content: .gap)) }
      next = place + 1
      let timeline = model.operations[place]
      let edges = timeline.after.map { model.operations[$0].name.onOneLine }
      rows.append(
        Row(label: timeline.name.onOneLine, tail: tail(timeline, edges), content: .operation(timeline)))
    }
    let threads = model.threads.filter { $0.isServing || model.operations.count > mostRows }
    for thread in threads.prefix(12) {
      rows.append(Row(label: thread.name.onOneLine, tail: thread.summary, content: .thread(thread)))
    }
    if threads.count > 12 { rows.append(Row(label: "  … \(threads.count - 12) more threads", content: .gap)) }
    return rows
  }

  /// All operations, or if there are very many, the first, the last, and a few that stand out.
  private static func shown(_ operations: [Record.Drawing.Operation]) -> [Int] {
    guard operations.count > mostRows else { return Array(operations.indices) }
    let unusual = operations.indices.lazy.filter {
      let timeline = operations[$0]
      return timeline.cancelled != nil || timeline.finished == nil
        || timeline.phases.contains { $0.kind == .paused }
    }
    let ends = Array(operations.indices.prefix(4) + operations.indices.suffix(2))
    return Set(ends + unusual.prefix(6)).sorted()
  }

  private static func tail(_ timeline: Record.Drawing.Operation, _ edges: [String]) -> String {
    var threads: [String] = []
    for case let thread? in timeline.runs.map(\.thread) where !threads.contains(thread) {
      threads.append(thread.onOneLine)
    }
    var parts: [String] = []
    if timeline.finished == nil { parts.append("not finished") }
    parts += threads
    if !edges.isEmpty { parts.append("after \(edges.joined(separator: ", "))") }
    return parts.joined(separator: ", ")
  }

  // MARK: Signs

  private func bar(_ row: Row) -> String {
    var signs = [Character](repeating: " ", count: chartWidth)
    switch row.content {
    case .operation(let timeline):
      for kind in [Record.Drawing.Phase.Kind.waiting, .ready, .silent, .paused, .inProgress] {
        for phase in timeline.phases where phase.kind == kind { draw(phase, on: &signs) }
      }
      for run in timeline.runs { draw(run, on: &signs) }
      for time in timeline.resumed { signs[column(time)] = "▶" }
      if let time = timeline.cancelled { signs[column(time)] = "×" }
      if timeline.runsFinished, let time = timeline.finished { signs[column(time)] = "!" }
    case .queue(let queue):
      for (from, to) in queue.suspensions.map({ ($0.from, $0.to) }) {
        for column in columns(from, to ?? model.end) { signs[column] = "=" }
      }
      for (from, to) in queue.suspensions.map({ ($0.from, $0.to) }) {
        signs[column(from)] = "│"
        if let to { signs[column(to)] = "▶" }
      }
    case .thread(let thread):
      for run in thread.runs { draw(.init(kind: .running, from: run.from, to: run.to), on: &signs) }
    case .gap:
      break
    }
    return String(signs)
  }

  /// Draws a phase; work that is shorter than a column gets its own sign.
  private func draw(_ phase: Record.Drawing.Phase, on signs: inout [Character]) {
    let isShort = (axis.place(phase.to) - axis.place(phase.from)) * Double(chartWidth) < 1
    for column in columns(phase.from, phase.to) {
      if phase.kind != .running {
        signs[column] = phase.kind.sign
      } else if !isShort || signs[column] != phase.kind.sign {
        signs[column] = isShort ? Record.Drawing.Phase.Kind.shortSign : phase.kind.sign
      }
    }
  }

  private func counts(_ numbers: [Record.Drawing.Count]) -> String {
    var counts = [Int?](repeating: nil, count: chartWidth)
    for piece in axis.pieces {
      for column in columns(piece.from, piece.to) { counts[column] = 0 }
    }
    for (index, count) in numbers.enumerated() where count.number > 0 {
      let next = index + 1 < numbers.count ? numbers[index + 1].time : model.end
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
  private var shownTimelines: [Record.Drawing.Operation] {
    rows.compactMap { row in
      if case .operation(let timeline) = row.content { return timeline }
      return nil
    }
  }

  private func legend(_ bars: [String]) -> [String] {
    let used = Set(bars.joined())
    let kinds = Set(shownTimelines.flatMap { $0.phases + $0.runs }.map(\.kind))
    var parts = Record.Drawing.Phase.Kind.allCases.filter { kinds.contains($0) && used.contains($0.sign) }
      .map { "\($0.sign) \($0.words)" }
    if used.contains(Record.Drawing.Phase.Kind.shortSign) {
      parts.append("\(Record.Drawing.Phase.Kind.shortSign) running, shorter than a column")
    }
    if model.queues.contains(where: { !$0.suspensions.isEmpty }) { parts.append("│= suspended") }
    if used.contains("▶") { parts.append("▶ resumed") }
    if used.contains("×") { parts.append("× cancelled") }
    if used.contains("!") { parts.append("! finished while still executing") }
    if (counts(model.running) + counts(model.inProgress)).contains("+") { parts.append("+ ten or more") }
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

extension Record.Drawing.Phase.Kind {
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
