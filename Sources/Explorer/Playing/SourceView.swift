import Foundation
import Terminal

/// A line of a source file.
struct SourcePlace: Hashable, Sendable {
  let path: String
  let line: Int
  /// Counts bytes from one on; zero for none.
  var column = 0
}

/// Shows the program's own lines beside each other, a column for each thread, with a mark at its next line.
struct SourceView {
  /// What one column shows.
  struct Column {
    let thread: String
    /// Where the thread is, nil if that is unknown.
    let place: SourcePlace?
    /// The text in place of a line: "has ended".
    var remark = ""
  }

  private let read: (String) -> [String]?

  /// - Parameter read: Gives the lines of a file, nil where there is none.
  init(read: @escaping (String) -> [String]? = SourceView.lines) { self.read = read }

  /// The lines of a file, tabs as spaces.
  private static func lines(of path: String) -> [String]? {
    (try? String(contentsOfFile: path, encoding: .utf8))?.replacing("\t", with: "    ")
      .split(separator: "\n", omittingEmptySubsequences: false).map { String($0).replacing("\r", with: "") }
  }

  /// The columns within a width, in ASCII if needed; empty if no place is known.
  func text(_ columns: [Column], width: Int, isASCII: Bool = false) -> [String] {
    guard columns.contains(where: { $0.place != nil }) else { return [] }
    let each = (width - 2) / columns.count - 2
    // Threads that do not fit beside each other go below each other.
    guard each >= 20 else { return columns.flatMap { listing($0, width: width - 4, around: 0, isASCII) } }
    let cells: [[String]] = columns.map { listing($0, width: each, around: 2, isASCII) }
    let height: Int = cells.map(\.count).max() ?? 0
    return (0..<height).map { row -> String in
      let line: [String] = cells.map { (row < $0.count ? $0[row] : "").padded(to: each) }
      return "  " + line.joined(separator: "  ").withoutEnd
    }
  }

  /// The thread, its file, and the lines around its next one.
  private func listing(_ column: Column, width: Int, around: Int, _ isASCII: Bool) -> [String] {
    let cut: (String) -> String = { $0.cut(to: width, isASCII: isASCII) }
    guard let place = column.place, let lines = read(place.path), lines.indices.contains(place.line - 1)
    else { return [cut(column.thread), cut(column.remark)] }
    let file = place.path.split(separator: "/").last.map(String.init) ?? place.path
    let shown = max(1, place.line - around)...min(lines.count, place.line + around)
    let texts = shown.map { lines[$0 - 1] }.filter { !$0.allSatisfy(\.isWhitespace) }
    let margin: Int = texts.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    return [cut("\(column.thread)  \(file)")]
      + shown.map { number in
        let mark = number == place.line ? "▶" : " "
        return cut("\(mark)\("\(number)".rightAligned(to: 4))  \(lines[number - 1].dropFirst(margin))")
      }
  }
}
