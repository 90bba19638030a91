import Foundation
import Terminal

extension TimelineModel {
  /// A summary of all operations, in a few short sentences without full stops.
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

extension Lane {
  /// How much work the thread did.
  var summary: String {
    let messages = runs.count { $0.operation == nil }
    let operations = Set(runs.compactMap(\.operation)).count
    if operations == 0 { return counted(messages, "message") }
    if isServing { return "serves \(counted(operations, "operation"))" }
    return counted(operations, "operation") + (messages > 0 ? ", \(counted(messages, "message"))" : "")
  }
}

extension Int {
  /// These nanoseconds in a suitable unit, with three digits.
  package var asDuration: String {
    for (unit, size) in [("s", 1_000_000_000), ("ms", 1_000_000), ("µs", 1_000)] where self >= size {
      let value = Double(self) / Double(size)
      return String(format: value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%.0f", value) + " \(unit)"
    }
    return "\(self) ns"
  }
}
