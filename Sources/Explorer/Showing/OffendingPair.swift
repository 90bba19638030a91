/// The two steps whose order made the difference, as well as one can tell.
///
/// The shortest failing schedule stops a thread only where it must. So the pair
/// is found at the last stop: the step before which the thread was stopped, and
/// the last thing that another did meanwhile with the same resource. Where
/// nobody was stopped, it is the last two steps of different threads that
/// touched the same.
struct OffendingPair {
  private let first: Int
  private let second: Int
  private let stopped: Int?

  init?(_ rows: [Recorder.Row]) {
    let blocked = rows.indices.filter { rows[$0].kind == .blocked }
    if blocked.count >= 2, blocked.last == rows.indices.last {
      (first, second, stopped) = (blocked[blocked.count - 2], blocked[blocked.count - 1], nil)
      return
    }
    for later in rows.indices.reversed() where rows[later].wasStopped {
      if let earlier = OffendingPair.partner(of: later, in: rows) {
        (first, second, stopped) = (earlier, later, rows[later].thread)
        return
      }
    }
    for later in rows.indices.reversed() where rows[later].kind.isShown {
      if let earlier = OffendingPair.partner(of: later, in: rows) {
        (first, second, stopped) = (earlier, later, nil)
        return
      }
    }
    return nil
  }

  private static func partner(of later: Int, in rows: [Recorder.Row]) -> Int? {
    let row = rows[later]
    guard row.resource != 0 else { return nil }
    // Back to the thread's own step before: what others did earlier was no surprise to it.
    for earlier in rows[..<later].indices.reversed() {
      if rows[earlier].thread == row.thread { return nil }
      if rows[earlier].resource == row.resource, !(rows[earlier].kind.isReading && row.kind.isReading) {
        return earlier
      }
    }
    return nil
  }

  func contains(_ index: Int) -> Bool { index == first || index == second }

  /// - Parameter numbers: The rows' numbers in the table.
  func explanation(_ numbers: [Int: Int], _ recorder: Recorder) -> String? {
    guard let one = numbers[first], let other = numbers[second] else { return nil }
    guard let stopped else { return "row \(one) and row \(other) make the difference" }
    let name = recorder.threadNames[stopped]
    return "row \(one) came between because '\(name)' was stopped before row \(other)"
  }
}
