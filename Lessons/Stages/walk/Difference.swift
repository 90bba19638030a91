import Foundation
import Terminal

/// The lines of a file that are not in an older version.
struct Difference: Equatable {
  typealias Line = DifferenceLine

  let lines: [Line]

  /// Compares the lines of two files.
  ///
  /// Comments of the old file are ignored, because each stage comments only its news. Empty lines are not
  /// changes.
  init(from old: String, to new: String) {
    let old = old.components(separatedBy: "\n").filter { Difference.commentSign(of: $0) == nil }
    lines = DifferenceLine.all(from: old, to: new.components(separatedBy: "\n")).compactMap { line in
      guard line.text.isEmpty else { return line }
      return line.kind == .removed ? nil : Line(kind: .kept, text: "")
    }
  }

  /// The changed lines with `context` lines around them, in groups, without the lines between groups.
  func hunks(context: Int = 2) -> [[Line]] {
    var hunks: [[Line]] = []
    var last = -1
    for (place, line) in lines.enumerated() where line.kind != .kept {
      let first = max(last + 1, place - context)
      if hunks.isEmpty || first > last + 1 { hunks.append([]) }
      let end = min(lines.count, place + context + 1)
      guard first < end else { continue }
      // Context behind this line may turn out to be a change; it is taken as what it is, once.
      hunks[hunks.count - 1] += lines[first..<end]
      last = end - 1
    }
    return hunks
  }

  /// The lines with each comment joined into one, so that it can be wrapped to the terminal.
  static func joiningComments(_ lines: [Line]) -> [Line] {
    lines.reduce(into: []) { result, line in
      guard let last = result.last, last.kind == line.kind, let sign = commentSign(of: line.text),
        sign == commentSign(of: last.text), line.text.count > sign.count, last.text.count > sign.count
      else { return result.append(line) }
      result[result.count - 1] = Line(kind: line.kind, text: last.text + line.text.dropFirst(sign.count))
    }
  }

  /// The prefix of a comment line: the margin and `//` or `///`; nil for other lines.
  static func commentSign(of line: String) -> String? {
    let margin = line.prefix { $0 == " " }
    let slashes = line.dropFirst(margin.count).prefix { $0 == "/" }
    return slashes.count >= 2 ? String(margin + slashes) : nil
  }
}
