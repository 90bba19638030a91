// How a table is laid out in a given number of columns.

import Terminal

extension ThreadTable {
  /// The table for a width in columns; in ASCII if nothing else can be shown.
  ///
  /// A text that is too long for its column continues below, broken between
  /// words. With `details` false, the rows that only read, lock or announce are
  /// left out, and the others keep their numbers.
  public func text(width: Int, isASCII: Bool = false, details: Bool = true) -> String {
    text(width: width, isASCII: isASCII, details: details, last: .max)
  }

  /// With `last`, only this many rows at the end are shown, below an ellipsis.
  func text(width: Int, isASCII: Bool, details: Bool = true, last: Int) -> String {
    let plain: (String) -> String = { isASCII ? $0.inASCII : $0 }
    let all = rows.filter { details || !$0.isDetail }
    let shown = all.suffix(last)
    let layout = Layout(
      heads: threads.map(plain),
      cells: shown.map { (place(of: $0.thread), plain($0.text), plain($0.watched)) }, width: width)
    var lines = layout.row("", threads.map(plain), "", "")
    if shown.count < all.count { lines.append(plain("  …")) }
    for row in shown {
      let cells = threads.map { $0 == row.thread ? plain(row.text) : "" }
      let mark = row.isMarked ? "◀" : row.times > 1 ? "×\(row.times)" : ""
      lines += layout.row(row.number, cells, plain(row.watched), plain(mark))
    }
    for (sign, note) in turns.map({ ("↻", $0) }) + (explanation.map { [("◀", $0)] } ?? []) {
      for (index, line) in plain(note).wrapped(to: max(width, 40) - 5).enumerated() {
        lines.append((index == 0 ? "  \(plain(sign))  " : "     ") + line)
      }
    }
    return lines.joined(separator: "\n")
  }

  private func place(of thread: String) -> Int { threads.firstIndex(of: thread) ?? 0 }
}

/// How wide each column is.
private struct Layout {
  private var widths: [Int]
  private var watched = 0
  private let isList: Bool
  private let width: Int
  private let heads: [String]

  /// The number first and two spaces; a mark after the last column.
  private static let number = 5
  private static let mark = 6
  /// The narrowest column; below that, the table becomes a list.
  private static let least = 7

  init(heads: [String], cells: [(thread: Int, text: String, watched: String)], width: Int) {
    self.heads = heads
    self.width = max(width, 40)
    widths = heads.map(\.columns)
    var words = heads.map(\.columnsOfLongestWord)
    for cell in cells where cell.thread < widths.count {
      widths[cell.thread] = max(widths[cell.thread], cell.text.columns)
      words[cell.thread] = max(words[cell.thread], cell.text.columnsOfLongestWord)
      watched = max(watched, cell.watched.columns)
    }
    watched = min(watched, max(self.width / 4, 12))
    let free = self.width - Layout.number - Layout.mark - (watched == 0 ? 0 : watched + 2)
    isList = (Layout.least + 2) * widths.count > free
    guard !isList else { return }
    // First every column keeps its longest word whole, then the widest shrinks.
    for least in [words, words.map { _ in Layout.least }] {
      while widths.reduce(0, { $0 + $1 + 2 }) > free {
        let roomy = widths.indices.filter { widths[$0] > max(least[$0], Layout.least) }
        guard let widest = roomy.max(by: { widths[$0] < widths[$1] }) else { break }
        widths[widest] -= 1
      }
    }
  }

  /// The lines of one row.
  func row(_ number: String, _ cells: [String], _ value: String, _ mark: String) -> [String] {
    if isList { return listed(number, cells, value, mark) }
    var columns = zip(cells, widths).map { $0.wrapped(to: $1, indent: $1 > 12 ? "  " : "") }
    if watched > 0 { columns.append(value.wrapped(to: watched)) }
    let all = widths + (watched > 0 ? [watched] : [])
    let height: Int = columns.map(\.count).max() ?? 1
    return (0..<height).map { index -> String in
      var line = index == 0 ? number.rightAligned(to: 3) + "  " : String(repeating: " ", count: Layout.number)
      for (column, width) in zip(columns, all) {
        line += (index < column.count ? column[index] : "").padded(to: width) + "  "
      }
      return (line + (index == 0 ? mark : "")).withoutEnd
    }
  }

  /// With so many threads that columns would be too narrow, a row is a sentence.
  private func listed(_ number: String, _ cells: [String], _ value: String, _ mark: String) -> [String] {
    guard let thread = cells.firstIndex(where: { !$0.isEmpty }), !number.isEmpty else { return [] }
    var text = "\(number.rightAligned(to: 3))  \(heads[thread]): \(cells[thread])"
    if !value.isEmpty { text += "  [\(value)]" }
    return (text + "  " + mark).withoutEnd.wrapped(to: width, indent: "       ")
  }
}
