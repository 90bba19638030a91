import Foundation
import Terminal

/// The rows as text, line by line, so that each can be printed when it is measured.
enum Table {
  /// The lines above the first row.
  static var head: String {
    let names = line(
      "case", "limit", "n", "mini ns", "Foundation ns", "GCD ns", "TaskGroup ns", "Foundation/mini",
      "mini/GCD",
      "TaskGroup/mini",
      "mini bytes", "Foundation bytes")
    return names + "\n" + String(repeating: "-", count: names.count)
  }

  /// One row.
  static func line(_ row: Row) -> String {
    line(
      row.workload.rawValue, row.limit < 0 ? "default" : "\(row.limit)", row.n.grouped,
      time(row, .mini), time(row, .foundation), time(row, .gcd), time(row, .taskGroup),
      factor(row.ratio(.foundation)), factor(row.ratio(.gcd).map { 1 / $0 }),
      factor(row.ratio(.taskGroup)),
      row.bytes[.mini].map { Int($0.rounded()).grouped } ?? "-",
      row.bytes[.foundation].map { Int($0.rounded()).grouped } ?? "-")
      + remark(row)
  }

  /// The lines below the last row.
  static let foot = """

    ns: per operation, from its creation to the last finish, the median of the rounds.
    bytes: heap growth per operation added to a suspended queue, with 10 000 operations.
    TaskGroup: a task group with the same limit, or 64 for the default limit.
    manual: each operation ends on a second thread. Nearly all of the time is spent on waking threads:
      the one that ends operations, and a worker for the next. The more are in flight, the fewer wakes.
      GCD and TaskGroup have the same number in flight.
    > 10 s: left out, because judging from smaller sizes one run would take longer.
    overflows: left out, because Foundation overflows the stack when it releases a long chain.
    """

  private static func remark(_ row: Row) -> String {
    guard let plain = row.nanoseconds[.unobserved] else { return "" }
    return "  without observers \(time(plain)) ns, so \(factor(row.observersFactor))"
  }

  private static func time(_ row: Row, _ contender: Contender) -> String {
    row.nanoseconds[contender].map(time) ?? row.absences[contender]?.word ?? "-"
  }

  private static func time(_ nanoseconds: Double) -> String { Int(nanoseconds.rounded()).grouped }

  private static func factor(_ value: Double?) -> String {
    guard let value else { return "-" }
    return value < 100 ? String(format: "%.2fx", value) : Int(value.rounded()).grouped + "x"
  }

  private static func line(_ cells: String...) -> String {
    let widths = [13, 8, 10, 9, 14, 9, 13, 16, 9, 15, 11, 17]
    return zip(cells, widths).enumerated().map { index, cell in
      index == 0 ? cell.0.padded(to: cell.1) : cell.0.rightAligned(to: cell.1)
    }.joined()
  }
}
