import Terminal

/// The changes from one text to another, in the form that `diff -u` writes.
///
/// A wrong answer of an exercise is kept in this form, so that a reader sees the mistake and nothing else.
package struct UnifiedDiff: Equatable, Sendable {
  /// The changes, by file.
  package var files: [File]

  /// Makes a difference of these files.
  package init(files: [File]) { self.files = files }

  /// The changes of one file.
  package struct File: Equatable, Sendable {
    /// The file's name before the change.
    package var old: String
    /// The file's name after the change.
    package var new: String
    /// The changed places, from top to bottom.
    package var hunks: [Hunk]
  }

  /// One changed place, with unchanged lines around it.
  package struct Hunk: Equatable, Sendable {
    /// The number of its first line before the change, from 1.
    package var start: Int
    /// Its lines, each marked as kept, removed or added.
    package var lines: [Line]

    /// The lines before the change.
    var before: [String] { lines.filter { $0.kind != .added }.map(\.text) }
    /// The lines after the change.
    var after: [String] { lines.filter { $0.kind != .removed }.map(\.text) }
  }

  package typealias Line = DifferenceLine
}

// MARK: - Reading and writing

extension UnifiedDiff: CustomStringConvertible {
  /// The error that a text is not a difference, with the first wrong line.
  package struct Unreadable: Error, Equatable, CustomStringConvertible {
    let line: Int
    let reason: String
    /// The line and the reason.
    package var description: String { "line \(line): \(reason)" }
  }

  /// Reads what `diff -u` or `git diff` has written.
  package init(_ text: Substring) throws(Unreadable) {
    files = []
    // How many lines of the open hunk are still missing, before and after the change.
    var missing = (before: 0, after: 0)
    let lines = String(text).lines
    for (number, line) in zip(1..., lines) {
      func unreadable(_ reason: String) -> Unreadable { Unreadable(line: number, reason: reason) }
      if missing.before > 0 || missing.after > 0 {
        // An editor may have removed the space from an empty line.
        guard let kind = Line.Kind(rawValue: line.first ?? " ") else {
          throw unreadable("a line of a change begins with ' ', '-' or '+'")
        }
        if kind != .added { missing.before -= 1 }
        if kind != .removed { missing.after -= 1 }
        if missing.before < 0 || missing.after < 0 { throw unreadable("the change is longer than '@@' says") }
        files[files.count - 1].hunks.lastElement.lines.append(
          Line(kind: kind, text: String(line.dropFirst())))
      } else if line.hasPrefix("--- ") {
        files.append(File(old: UnifiedDiff.path(line), new: "", hunks: []))
      } else if line.hasPrefix("+++ "), let last = files.indices.last {
        files[last].new = UnifiedDiff.path(line)
      } else if line.hasPrefix("@@ "), let last = files.indices.last {
        guard let match = line.firstMatch(of: /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@/),
          let start = Int(match.1)
        else { throw unreadable("'@@' is not followed by two ranges of lines") }
        missing = (match.2.map { Int($0) ?? 0 } ?? 1, match.3.map { Int($0) ?? 0 } ?? 1)
        // If the hunk has no line before the change, the number is that of the line above.
        files[last].hunks.append(Hunk(start: missing.before == 0 ? start + 1 : start, lines: []))
      }
    }
    if missing.before > 0 || missing.after > 0 {
      throw Unreadable(line: lines.count, reason: "the last change is shorter than '@@' says")
    }
    if files.isEmpty || files.contains(where: \.hunks.isEmpty) {
      throw Unreadable(line: 1, reason: "there is no change")
    }
  }

  /// The path after `---` or `+++`, without the time that some tools append.
  private static func path(_ line: String) -> String { String(line.dropFirst(4).prefix { $0 != "\t" }) }

  /// The text that `diff -u` writes.
  package var description: String {
    files.map { file in
      var shift = 0
      func range(_ start: Int, _ count: Int) -> String {
        count == 0 ? "\(start - 1),0" : count == 1 ? "\(start)" : "\(start),\(count)"
      }
      let hunks = file.hunks.map { hunk -> String in
        defer { shift += hunk.after.count - hunk.before.count }
        let before = range(hunk.start, hunk.before.count)
        let after = range(hunk.start + shift, hunk.after.count)
        let lines = hunk.lines.map { "\($0.kind.rawValue)\($0.text)\n" }.joined()
        return "@@ -\(before) +\(after) @@\n\(lines)"
      }
      return "--- \(file.old)\n+++ \(file.new)\n\(hunks.joined())"
    }.joined()
  }
}

extension Array {
  fileprivate var lastElement: Element {
    get { self[count - 1] }
    set { self[count - 1] = newValue }
  }
}
