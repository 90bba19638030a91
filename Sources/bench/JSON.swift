import Foundation

/// The rows as one JSON object.
enum JSON {
  /// All results; numbers are rounded to a tenth, and missing ones are null.
  static func text(_ rows: [Row]) -> String {
    #"{"results":["# + rows.map(object).joined(separator: ",") + "]}"
  }

  private static func object(_ row: Row) -> String {
    let fields: [(String, String)] = [
      ("case", "\"\(row.workload.rawValue)\""),
      ("limit", "\(row.limit)"),
      ("n", "\(row.n)"),
      ("mini_ns", number(row.nanoseconds[.mini])),
      ("foundation_ns", number(row.nanoseconds[.foundation])),
      ("gcd_ns", number(row.nanoseconds[.gcd])),
      ("task_group_ns", number(row.nanoseconds[.taskGroup])),
      ("mini_bytes", number(row.bytes[.mini])),
      ("foundation_bytes", number(row.bytes[.foundation])),
    ]
    return "{" + fields.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
  }

  private static func number(_ value: Double?) -> String {
    value.map { String(format: "%.1f", $0) } ?? "null"
  }
}
