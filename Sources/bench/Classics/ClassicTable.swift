import Explorer

/// The classic problems as a table of Markdown: what was found after how many schedules, and proven in how
/// many.
package enum ClassicTable {
  /// The first two lines.
  package static let head = """
    | what goes wrong | found as | after | what the right version does | proven in |
    | --- | --- | ---: | --- | ---: |
    """

  /// The row of one problem, measured now.
  package static func row(_ classic: Classic) -> String {
    let cells = [
      classic.name, words(found: classic.exploreWrong()),
      classic.repair, classic.isSmall ? words(classic.exploreRight()) : "too many orders",
    ]
    return "| \(cells.joined(separator: " | ")) |"
  }

  private static func words(found wrong: Exploration) -> String {
    guard let finding = wrong.finding else { return "not found | " }
    return "\(finding.kind.words)\(wrong.harm.map { ", \($0.kind.words)" } ?? "") | \(wrong.schedules)"
  }

  private static func words(_ right: Exploration) -> String {
    switch right.verdict {
    case .proven: "\(right.schedules)"
    case .bounded(Verdict.Bounds(surprises: 1)): "\(right.schedules) ¹"
    case .bounded, .notProven, .sawNothing, .replayed, .failed: "not proven"
    }
  }

  /// What the mark in the last column means.
  package static let footnote = "¹ with at most one surprise"
}

extension Finding.Kind {
  /// What the table calls it.
  var words: String {
    switch self {
    case .failedCheck: "broken rule"
    case .thrownError: "error"
    case .misuse: "misuse"
    case .trap: "trap"
    case .deadlock: "deadlock"
    case .dataRace: "data race"
    case .zombie: "operation that never finishes"
    case .endlessThread: "endless thread"
    case .livelock: "livelock"
    case .unseenBlock, .nondeterminism, .stranger, .unfitToken, .growingMemory: "not the program's fault"
    }
  }
}
