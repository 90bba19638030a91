/// Detects that the process grows from schedule to schedule, before memory runs out.
///
/// A search itself holds the same memory after ten million schedules as after ten. Growth
/// comes from the scenario: a static collection, or objects that hold each other.
struct MemoryWatch {
  private let limit: Int
  /// What the process held when the watch began: a scenario may keep much before it is looked at for the
  /// first time.
  private let first = Memory.resident
  private var schedulesBefore = 0
  private var isOver = false
  private(set) var finding: Finding?

  init(limit: Int) { self.limit = limit }

  /// Measures the process; true if it was above the limit twice, with the end of a schedule in between.
  mutating func hasGrown(after schedules: Int) -> Bool {
    guard finding == nil, let first, let now = Memory.resident else { return finding != nil }
    defer { schedulesBefore = schedules }
    guard now - first > limit, schedules > schedulesBefore else { return false }
    // A single schedule may need much memory, which it releases at its end.
    guard isOver else {
      isOver = true
      return false
    }
    let growth: Int = (now - first) >> 20
    finding = Finding(
      kind: .growingMemory,
      message:
        "The process grew by \(growth) MB in \(schedules) schedules: the scenario keeps memory "
        + "from one run to the next. Empty its global and static collections, and break cycles of objects that "
        + "hold each other; or raise maxMemoryGrowth.")
    return true
  }
}
