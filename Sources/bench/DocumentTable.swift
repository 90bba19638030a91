import Terminal

/// The table of the article "What it costs", as Markdown.
enum DocumentTable {
  static func text(_ rows: [Row]) -> String {
    var table = [
      "| nanoseconds for each operation | this framework | Foundation | bare GCD | task group |",
      "| --- | ---: | ---: | ---: | ---: |",
    ]
    for row in rows {
      let cells = [Contender.mini, .foundation, .gcd, .taskGroup].map { cell(row, $0) }
      table.append("| \(name(row)) |\(cells.map { $0.isEmpty ? " |" : " \($0) |" }.joined())")
    }
    if let row = rows.first(where: { $0.workload == .suspended }), let mini = row.bytes[.mini] {
      let foundation = row.bytes[.foundation].map { Int($0.rounded()).grouped } ?? ""
      table.append("| bytes of a waiting operation | \(Int(mini.rounded()).grouped) | \(foundation) | | |")
    }
    return table.joined(separator: "\n")
  }

  private static func name(_ row: Row) -> String {
    switch row.workload {
    case .independent, .blocks, .suspended: "\(row.workload.text), limit \(row.limit)"
    case .chain: "\(row.workload.text), \(row.n.grouped)"
    case .manual: "\(row.workload.text), \(row.limit) in flight"
    default: row.workload.text
    }
  }

  private static func cell(_ row: Row, _ contender: Contender) -> String {
    if let time = row.nanoseconds[contender] { return Int(time.rounded()).grouped }
    return contender == .foundation && row.isTooLongForFoundation ? "over 10 s" : ""
  }
}
