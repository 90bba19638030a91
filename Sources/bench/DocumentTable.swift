import Terminal

/// The table of the article "What it costs", as Markdown.
enum DocumentTable {
  private static let lines: [(text: String, workload: Workload, limit: Int, n: Int)] = [
    ("independent, limit 4", .independent, 4, 100_000),
    ("independent, limit 1", .independent, 1, 100_000),
    ("blocks, limit 4", .blocks, 4, 100_000),
    ("chain of 10 000, each depends on the one before", .chain, -1, 10_000),
    ("fan-in, one depends on all others", .fanIn, -1, 100_000),
    ("fan-out, all others depend on one", .fanOut, -1, 100_000),
    ("added to a suspended queue, which is then resumed", .suspended, 4, 100_000),
    ("cancelled in a suspended queue, then resumed", .cancelAll, 4, 100_000),
    ("finished on another thread, 4 in flight", .manual, 4, 100_000),
    ("finished on another thread, 64 in flight", .manual, 64, 100_000),
    ("independent, limit 4, added by 8 threads", .producers8, 4, 100_000),
    ("independent, limit 4, added by 64 threads", .producers64, 4, 100_000),
  ]

  /// The lines for which there are rows.
  static func text(_ rows: [Row]) -> String {
    var table = [
      "| 100 000 operations | this framework | Foundation | bare GCD | task group |",
      "| --- | ---: | ---: | ---: | ---: |",
    ]
    for line in lines {
      let row = rows.first { $0.workload == line.workload && $0.limit == line.limit && $0.n == line.n }
      guard let row else { continue }
      let cells = [Contender.mini, .foundation, .gcd, .taskGroup].map { cell(row, $0) }
      table.append("| \(line.text) |\(cells.map { $0.isEmpty ? " |" : " \($0) |" }.joined())")
    }
    if let row = rows.first(where: { $0.workload == .suspended }), let mini = row.bytes[.mini] {
      let foundation = row.bytes[.foundation].map { Int($0.rounded()).grouped } ?? ""
      table.append("| bytes of a waiting operation | \(Int(mini.rounded()).grouped) | \(foundation) | | |")
    }
    return table.joined(separator: "\n")
  }

  private static func cell(_ row: Row, _ contender: Contender) -> String {
    if let time = row.nanoseconds[contender] { return Int(time.rounded()).grouped }
    return row.absences[contender] == .tooSlow ? "over 10 s" : ""
  }
}
