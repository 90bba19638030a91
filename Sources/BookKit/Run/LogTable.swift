import LessonKit
import Terminal

/// Consecutive log lines as a table, with a column for each thread.
struct LogTable {
  private let entries: [Record.Entry]
  private let threads: [String]

  /// With more threads than this, all share a column, and each line names its thread.
  private static let mostColumns = 4

  static func takes(_ entry: Record.Entry) -> Bool { [.log, .event, .count].contains(entry.kind) }

  init(_ entries: some Sequence<Record.Entry>) {
    self.entries = Array(entries)
    var threads: [String] = []
    for entry in self.entries {
      if let thread = entry.thread, !threads.contains(thread) { threads.append(thread) }
    }
    self.threads = threads
  }

  var html: String {
    let isWide = threads.count > LogTable.mostColumns
    let heads = isWide ? ["Thread", "What has happened"] : threads
    let rows = entries.map { entry in
      let cells =
        isWide
        ? [(entry.thread ?? "").escaped, text(entry)]
        : threads.map { $0 == (entry.thread ?? threads.first) ? text(entry) : "" }
      return "<tr>\(cells.map { "<td>\($0)</td>" }.joined())</tr>"
    }
    return """
      <div class="wide" tabindex="0" role="group" aria-label="What has happened"><table class="log">
      <thead><tr>\(heads.map { "<th scope=\"col\">\($0.escaped)</th>" }.joined())</tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody></table></div>
      """
  }

  private func text(_ entry: Record.Entry) -> String {
    guard let subject = entry.subject, !subject.isEmpty else { return entry.text.escaped }
    return "<b>\(subject.escaped)</b> \(entry.text.escaped)"
  }
}
