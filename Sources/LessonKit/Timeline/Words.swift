import Foundation

extension Lives {
  /// What became of all operations, in a few short sentences without full stops.
  var summary: [String] {
    let cancelled = operations.count { $0.cancelled != nil }
    let unfinished = operations.count { $0.finished == nil }
    var parts = [counted(operations.count, "operation") + " in \((end - begin).asDuration)"]
    if mostAtOnce > 0 { parts.append("At most \(mostAtOnce) in progress at once") }
    if !lanes.isEmpty { parts.append("On \(counted(lanes.count, "thread"))") }
    if cancelled > 0 { parts.append("\(cancelled.grouped) cancelled") }
    if unfinished > 0 { parts.append("\(unfinished.grouped) not finished") }
    return parts
  }
}

/// A number and the thing that is counted, in the plural where it has to be.
func counted(_ number: Int, _ thing: String) -> String {
  "\(number.grouped) \(thing)\(number == 1 ? "" : "s")"
}

extension Lane {
  /// How much the thread did.
  var summary: String {
    let messages = runs.count { $0.operation == nil }
    let operations = Set(runs.compactMap(\.operation)).count
    if operations == 0 { return counted(messages, "message") }
    if isServing { return "serves \(counted(operations, "operation"))" }
    return counted(operations, "operation") + (messages > 0 ? ", \(counted(messages, "message"))" : "")
  }
}

extension Int {
  /// With a space between thousands.
  var grouped: String {
    var digits = String(magnitude)
    var groups: [String] = []
    while digits.count > 3 {
      groups.insert(String(digits.suffix(3)), at: 0)
      digits.removeLast(3)
    }
    return (self < 0 ? "-" : "") + ([digits] + groups).joined(separator: " ")
  }

  /// These nanoseconds in the unit that suits them, with three digits.
  package var asDuration: String {
    for (unit, size) in [("s", 1_000_000_000), ("ms", 1_000_000), ("µs", 1_000)] where self >= size {
      let value = Double(self) / Double(size)
      return String(format: value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%.0f", value) + " \(unit)"
    }
    return "\(self) ns"
  }
}
