/// The changes from one text to another, in the form that `diff -u` writes.
///
/// A wrong answer of an exercise is kept in this form, so that a reader sees the mistake and nothing else.
public struct UnifiedDiff: Equatable, Sendable {
  /// The changes of one file each.
  public var files: [File]

  /// A difference of these files.
  public init(files: [File]) { self.files = files }

  /// The changes of one file.
  public struct File: Equatable, Sendable {
    /// What the file was called before.
    public var old: String
    /// What it is called after.
    public var new: String
    /// The changed places, from top to bottom.
    public var hunks: [Hunk]
  }

  /// One changed place, with unchanged lines round it.
  public struct Hunk: Equatable, Sendable {
    /// The number of its first line before the change, from 1.
    public var start: Int
    /// Its lines, each with what becomes of it.
    public var lines: [Line]

    /// The lines that must be there.
    var before: [String] { lines.filter { $0.kind != .added }.map(\.text) }
    /// The lines that take their place.
    var after: [String] { lines.filter { $0.kind != .removed }.map(\.text) }
    /// How many lines of either side are changed.
    var changes: Int { lines.count { $0.kind != .kept } }
  }

  /// One line of a hunk.
  public struct Line: Equatable, Sendable {
    /// What becomes of a line, with the sign that says so.
    public enum Kind: Character, Sendable {
      case kept = " "
      case removed = "-"
      case added = "+"
    }
    /// What becomes of it.
    public var kind: Kind
    /// The line without its sign.
    public var text: String
  }

  /// How many lines are removed or added.
  public var changes: Int { files.reduce(0) { $0 + $1.hunks.reduce(0) { $0 + $1.changes } } }
}

// MARK: - Reading and writing

extension UnifiedDiff: CustomStringConvertible {
  /// A text that is no difference, and the first line that shows it.
  public struct Unreadable: Error, Equatable, CustomStringConvertible {
    let line: Int
    let reason: String
    /// The line and the reason.
    public var description: String { "line \(line): \(reason)" }
  }

  /// Reads what `diff -u` or `git diff` has written.
  public init(_ text: Substring) throws(Unreadable) {
    files = []
    // Lines of the open hunk that are still to come, before and after the change.
    var missing = (before: 0, after: 0)
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    // Behind the end of the last line.
    if lines.last == "" { lines.removeLast() }
    for (number, line) in zip(1..., lines) {
      func unreadable(_ reason: String) -> Unreadable { Unreadable(line: number, reason: reason) }
      if missing.before > 0 || missing.after > 0 {
        // An editor may have taken the space off an empty line.
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
        // Where nothing is there before, the number is that of the line above.
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

  /// The path behind `---` or `+++`, without the time that some tools write behind it.
  private static func path(_ line: Substring) -> String { String(line.dropFirst(4).prefix { $0 != "\t" }) }

  /// The text that `diff -u` writes.
  public var description: String {
    files.map { file in
      var shift = 0
      let hunks = file.hunks.map { hunk in
        defer { shift += hunk.after.count - hunk.before.count }
        let ranges = [(hunk.start, hunk.before.count), (hunk.start + shift, hunk.after.count)]
          .map { $1 == 0 ? "\($0 - 1),0" : $1 == 1 ? "\($0)" : "\($0),\($1)" }
        let lines = hunk.lines.map { "\($0.kind.rawValue)\($0.text)\n" }.joined()
        return "@@ -\(ranges[0]) +\(ranges[1]) @@\n\(lines)"
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
