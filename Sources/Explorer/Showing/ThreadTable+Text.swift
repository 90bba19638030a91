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
    let shown = all.suffix(last).map { isASCII ? $0.inASCII : $0 }
    let layout = Layout(threads.map(plain), shown, width: max(width, 40), isASCII)
    var lines = layout.heads
    if shown.count < all.count { lines.append(plain("  …")) }
    for row in shown { lines += layout.lines(of: row) }
    for (sign, note) in turns.map({ ("↻", $0) }) + (explanation.map { [("◀", $0)] } ?? []) {
      for (index, line) in plain(note).wrapped(to: max(width, 40) - 5).enumerated() {
        lines.append((index == 0 ? "  \(plain(sign))  " : "     ") + line)
      }
    }
    return lines.joined(separator: "\n")
  }
}

extension ThreadTable.Row {
  fileprivate var inASCII: Self {
    var row = Self(thread: thread.inASCII, text: text.inASCII, watched: watched.inASCII, isMarked: isMarked)
    (row.number, row.times) = (number, times)
    row.source = source.map { .init(file: $0.file.inASCII, line: $0.line, code: $0.code.inASCII) }
    return row
  }
}

/// How wide each column is: the number, the threads, the watched values, the mark, the line of the source.
///
/// With so many threads that their columns would be too narrow, they share one, and another has their names.
private struct Layout {
  private let threads: [String]
  private let isList: Bool
  private let isASCII: Bool
  private let file: String?
  private let widths: [Int]
  private let watched: Int
  private let mark: Int
  private let source: Int

  private static let number = 5
  /// The narrowest column of a thread that has more to say.
  private static let least = 16
  /// Enough for most texts.
  private static let enough = 24
  /// Less of a line says nothing.
  private static let few = 12

  init(_ threads: [String], _ rows: [ThreadTable.Row], width: Int, _ isASCII: Bool) {
    (self.threads, self.isASCII) = (threads, isASCII)
    var (natural, words) = (threads.map(\.columns), threads.map(\.columnsOfLongestWord))
    for row in rows {
      guard let place = threads.firstIndex(of: row.thread) else { continue }
      natural[place] = max(natural[place], row.text.columns)
      words[place] = max(words[place], row.text.columnsOfLongestWord)
    }
    let files = Set(rows.compactMap { $0.source?.file })
    let file = files.count == 1 ? files.first : nil
    self.file = file
    let numbers = rows.compactMap { $0.source?.name(in: file).columns }.max() ?? 0
    let code = rows.compactMap { $0.source?.code.columns }.max() ?? 0
    var source = max(numbers, file?.columns ?? 0)
    let watched = min(rows.map(\.watched.columns).max() ?? 0, max(width / 4, 12))
    let mark = rows.map { Layout.mark(of: $0).columns }.max() ?? 0
    func room() -> Int {
      [watched, mark, source].reduce(width - Layout.number) { $0 - ($1 == 0 ? 0 : $1 + 2) }
    }
    var free = room()
    // A line's text is worth more than columns side by side.
    let wanted =
      threads.count > 2 && code > 0
      ? natural.reduce(numbers + min(code, Layout.enough) - source) { $0 + $1 + 2 } : 0
    isList = max(wanted, natural.reduce(0) { $0 + min($1, Layout.least) + 2 }) > free
    var widths = natural
    if isList {
      let names = min(threads.map(\.columns).max() ?? 0, Layout.enough)
      widths = [names, max(natural.max() ?? 0, Layout.least)]
      words = [names, Layout.least]
      let withCode = max(source, numbers + 2 + min(code, Layout.least))
      if names + Layout.least + 4 > free {
        source = min(numbers, width / 4)
      } else if code > 0, names + Layout.enough + 4 <= free + source - withCode {
        source = withCode
      }
      free = room()
    }
    // First every column keeps its longest word whole, then the widest shrinks.
    for least in [words, words.map { min($0, Layout.least) }] {
      while widths.reduce(0, { $0 + $1 + 2 }) > free {
        let roomy = widths.indices.filter { widths[$0] > least[$0] }
        guard let widest = roomy.max(by: { widths[$0] < widths[$1] }) else { break }
        widths[widest] -= 1
      }
    }
    // The text of the line gets what is left.
    let left = free - widths.reduce(0) { $0 + $1 + 2 } + source
    if source > 0, left >= numbers + Layout.few { source = max(source, min(left, numbers + 2 + code)) }
    (self.widths, self.watched, self.mark, self.source) = (widths, watched, mark, source)
  }

  private static func mark(of row: ThreadTable.Row) -> String {
    row.isMarked ? "◀" : row.times > 1 ? "×\(row.times)" : ""
  }

  /// The names of the threads, and of the file if there is only one.
  var heads: [String] {
    if isList && file == nil { return [] }
    return lines("", isList ? ["", ""] : threads, "", "", (file ?? "").cut(to: source, isASCII: isASCII))
  }

  func lines(of row: ThreadTable.Row) -> [String] {
    let cells = isList ? [row.thread, row.text] : threads.map { $0 == row.thread ? row.text : "" }
    var line = row.source?.name(in: file) ?? ""
    if let code = row.source?.code, source >= line.columns + Layout.few {
      line += "  " + code.cut(to: source - line.columns - 2, isASCII: isASCII)
    }
    let mark = Layout.mark(of: row)
    return lines(row.number, cells, row.watched, isASCII ? mark.inASCII : mark, line)
  }

  private func lines(_ number: String, _ cells: [String], _ value: String, _ mark: String, _ source: String)
    -> [String]
  {
    var columns = zip(cells, widths).map { $0.wrapped(to: $1, indent: $1 > Layout.least ? "  " : "") }
    var all = widths
    for (text, width) in [(value, watched), (mark, self.mark), (source, self.source)] where width > 0 {
      columns.append(text.wrapped(to: width))
      all.append(width)
    }
    return (0..<(columns.map(\.count).max() ?? 1)).map { index -> String in
      var line = index == 0 ? number.rightAligned(to: 3) + "  " : String(repeating: " ", count: Layout.number)
      for (column, width) in zip(columns, all) {
        line += (index < column.count ? column[index] : "").padded(to: width) + "  "
      }
      return line.withoutEnd
    }
  }
}

extension ThreadTable.Source {
  /// The line's number; the file's name too if not all rows are of that one.
  fileprivate func name(in file: String?) -> String { file == nil ? short : "\(line)" }
}
