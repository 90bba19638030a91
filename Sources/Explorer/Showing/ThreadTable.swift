/// A schedule as a table: a column for each thread, a row for each step that matters.
///
///           A                   B                   balance
///      1    read balance → 100
///      2                        read balance → 100
///      3                        write balance 50    50  ◀
///      4    write balance 70                        70  ◀
public struct ThreadTable: Sendable, CustomStringConvertible {
  /// One row.
  public struct Row: Sendable, Equatable {
    /// The name of the thread.
    public let thread: String
    /// What it did.
    public let text: String
    /// The watched values after the step, where they have changed.
    public let watched: String
    /// Whether the row is one of the two whose order made the difference.
    public let isMarked: Bool
  }

  /// The rows in the order in which things happened.
  public let rows: [Row]
  /// The names of the threads that did something, in the order of their columns.
  public let threads: [String]
  /// Why two rows are marked, nil when none is.
  public let explanation: String?

  /// - Parameter showsEverything: Whether the framework's own locks and looks are shown too.
  init(_ recorder: Recorder, showsEverything: Bool = false) {
    let pair = OffendingPair(recorder.rows)
    var rows: [Row] = []
    var watched = ""
    var numbers: [Int: Int] = [:]
    for (index, row) in recorder.rows.enumerated() {
      let isNews = !row.watched.isEmpty && row.watched != watched
      if isNews { watched = row.watched }
      guard showsEverything || row.kind.isShown || pair?.contains(index) == true else {
        // What changed in a hidden row is told in the row before.
        if isNews, let last = rows.popLast() {
          rows.append(Row(thread: last.thread, text: last.text, watched: watched, isMarked: last.isMarked))
        }
        continue
      }
      rows.append(
        Row(
          thread: recorder.threadNames[row.thread], text: row.text, watched: isNews ? watched : "",
          isMarked: pair?.contains(index) == true))
      numbers[index] = rows.count
    }
    self.rows = ThreadTable.withoutMiddle(rows)
    let busy = Set(recorder.rows.map { recorder.threadNames[$0.thread] })
    threads = recorder.threadNames.filter(busy.contains)
    explanation = pair?.explanation(numbers, recorder)
  }

  /// A livelock has thousands of rows: its beginning and its end tell enough.
  private static func withoutMiddle(_ rows: [Row]) -> [Row] {
    guard rows.count > 150 else { return rows }
    let gap = Row(
      thread: rows[20].thread, text: "… \(rows.count - 60) rows later …", watched: "", isMarked: false)
    return rows.prefix(20) + [gap] + rows.suffix(40)
  }

  /// The steps, each as "thread: what it did", for a comparison in a test.
  public var steps: [String] { rows.map { "\($0.thread): \($0.text)" } }

  /// The table, as wide as the terminal.
  public var description: String {
    text(width: ThreadTable.width, isASCII: !Terminal.hasUnicode)
  }

  /// The columns of the terminal, or as many as fit into a window or a log.
  static var width: Int { Terminal.width ?? 100 }

  /// The table in so many columns; in ASCII alone where nothing else can be shown.
  ///
  /// With `details` false, the rows that only look, lock or announce are left out, and the others keep
  /// their numbers.
  public func text(width: Int, isASCII: Bool = false, details: Bool = true) -> String {
    let shown = rows.filter { details || !$0.isDetail }
    let longest = threads.map { name in
      shown.filter { $0.thread == name }.map(\.text.count).max().map { max($0, name.count) } ?? name.count
    }
    let watchWidth = min(shown.map(\.watched.count).max() ?? 0, max(width / 4, 12))
    let free = width - 9 - (watchWidth == 0 ? 0 : watchWidth + 2)
    let widths = ThreadTable.share(free, among: longest)
    var lines = [row("", threads, "", "", widths, watchWidth)]
    for (number, step) in rows.enumerated() where details || !step.isDetail {
      let cells = threads.map { $0 == step.thread ? step.text : "" }
      lines.append(row("\(number + 1)", cells, step.watched, step.isMarked ? "◀" : "", widths, watchWidth))
    }
    if let explanation { lines.append("  ◀  " + explanation) }
    let text = lines.joined(separator: "\n")
    return isASCII ? text.inASCII : text
  }

  private func row(
    _ number: String, _ cells: [String], _ watched: String, _ mark: String, _ widths: [Int], _ watchWidth: Int
  ) -> String {
    var line = String(repeating: " ", count: max(0, 3 - number.count)) + number + "  "
    for (cell, width) in zip(cells, widths) { line += cell.fitted(to: width) + "  " }
    if watchWidth > 0 { line += watched.fitted(to: watchWidth) + "  " }
    line += mark
    while line.last == " " { line.removeLast() }
    return line
  }

  /// Gives each column what it needs, or a fair part of what there is.
  private static func share(_ free: Int, among longest: [Int]) -> [Int] {
    var widths = longest
    while widths.reduce(0, { $0 + $1 + 2 }) > free, let widest = widths.max(), widest > 8 {
      widths[widths.firstIndex(of: widest)!] = widest - 1
    }
    return widths
  }
}

extension String {
  /// The text with spaces behind it, or cut off.
  fileprivate func fitted(to width: Int) -> String {
    count > width ? prefix(width - 1) + "…" : self + String(repeating: " ", count: width - count)
  }

  /// The text without the characters that a plain terminal cannot show.
  var inASCII: String {
    var text = ""
    for character in self {
      switch character {
      case "→": text += "->"
      case "◀": text += "<"
      case "…": text += "~"
      case "✔": text += "ok"
      case "✘": text += "FAILED"
      default: text += character.isASCII ? String(character) : "?"
      }
    }
    return text
  }
}
