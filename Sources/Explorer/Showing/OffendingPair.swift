/// Two steps whose order made the difference: in the other order the same schedule passes.
///
/// A pair is never guessed. It is a candidate that ``Search/offendingPair(_:)``
/// has run the other way round.
struct OffendingPair {
  /// The rows: the one that happened first, and the one that came too late.
  let first: Int
  let second: Int
  /// Whether the scheduler had paused the thread of the second row before it.
  let isPause: Bool
  /// Whether the two are a data race: no order of the two is wrong, but that nothing decides on it.
  var isRace = false

  func contains(_ index: Int) -> Bool { index == first || index == second }

  /// - Parameter numbers: The rows' numbers in the table.
  func explanation(_ numbers: [Int: String], _ recorder: Recorder) -> String? {
    guard let one = numbers[first], let other = numbers[second] else { return nil }
    if isRace {
      return "Nothing orders rows \(one) and \(other): they may happen in either order, or at once."
    }
    let name = recorder.threadNames[recorder.rows[second].thread]
    let order =
      isPause
      ? "The scheduler paused \(name) before row \(other); row \(one) ran first."
      : "Row \(one) ran before row \(other)."
    return order + " With the two exchanged, the run passes."
  }

  /// The pairs that are worth trying, the likeliest first.
  ///
  /// First come the steps before which a thread was paused, the last pause
  /// first, with what others did during the pause; then the steps that a table
  /// shows, with what others did since the thread's own step before; then a
  /// variable or a lock that another thread had used at any time before.
  static func candidates(in rows: [Recorder.Row]) -> [OffendingPair] {
    let later = rows.indices.reversed().filter { rows[$0].resource != 0 }
    let near = later.flatMap { later in
      (0..<later).reversed().prefix { rows[$0].thread != rows[later].thread }
        .filter { conflict(rows[$0], rows[later]) }
        .map { OffendingPair(first: $0, second: later, isPause: rows[later].wasPaused) }
    }
    let far = later.filter { [.read, .write, .blocked].contains(rows[$0].kind) }.flatMap { later in
      (0..<later).reversed().drop { rows[$0].thread != rows[later].thread }
        .filter { conflict(rows[$0], rows[later]) }
        .map { OffendingPair(first: $0, second: later, isPause: false) }
    }
    return near.filter(\.isPause) + near.filter { !$0.isPause && rows[$0.second].kind.isShown } + far
  }

  /// Whether the order of the two can matter.
  private static func conflict(_ earlier: Recorder.Row, _ later: Recorder.Row) -> Bool {
    earlier.thread != later.thread && earlier.resource == later.resource && !earlier.kind.isBlocked
      && !(earlier.kind.isReading && later.kind.isReading)
  }
}
