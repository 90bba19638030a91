import Foundation

/// A thread and its pieces of work, in order.
struct Lane: Sendable {
  let name: String
  /// Whether it takes messages, and so serves many operations.
  let isServing: Bool
  /// Its pieces of work; a message that no operation has posted has no operation.
  private(set) var runs: [(operation: Int?, phase: OperationTimeline.Phase)] = []
  /// The pieces that have begun and not ended, the outermost first; used while the lane is made.
  private var open: [(Int?, OperationTimeline.Phase)] = []
  private var cursor = 0

  /// Sorts pieces of work by the threads that did them.
  ///
  /// If a thread works for one operation inside its work for another, the inner piece is shown.
  static func lanes(_ works: [(Int?, OperationTimeline.Phase)], serving: Set<String>) -> [Lane] {
    let sorted = works.sorted { ($0.1.from, -$0.1.to, $0.0 ?? -1) < ($1.1.from, -$1.1.to, $1.0 ?? -1) }
    var lanes: [Lane] = []
    var places: [String: Int] = [:]
    for work in sorted {
      let thread = work.1.thread
      let place = places[thread, default: lanes.count]
      if place == lanes.count {
        places[thread] = place
        lanes.append(Lane(name: thread, isServing: serving.contains(thread)))
      }
      lanes[place].add(work)
    }
    for place in lanes.indices { lanes[place].close(until: .max) }
    return lanes.sorted { $0.name.compare($1.name, options: .numeric) == .orderedAscending }
  }

  private init(name: String, isServing: Bool) {
    self.name = name
    self.isServing = isServing
  }

  /// Adds work that does not begin before the work that was added last.
  private mutating func add(_ work: (Int?, OperationTimeline.Phase)) {
    close(until: work.1.from)
    if let outer = open.last { append(outer, to: work.1.from) }
    cursor = work.1.from
    open.append(work)
  }

  /// Records what is in progress until `time`, the innermost piece first.
  private mutating func close(until time: Int) {
    while let work = open.last, work.1.to <= time {
      append(work, to: work.1.to)
      open.removeLast()
    }
  }

  private mutating func append(_ work: (Int?, OperationTimeline.Phase), to end: Int) {
    // A piece without a duration is shown only if it interrupts no other.
    guard end > cursor || work.1.from == work.1.to && open.count <= 1 else { return }
    let part = OperationTimeline.Phase(
      kind: .running, from: cursor, to: max(cursor, end), thread: work.1.thread)
    runs.append((work.0, part))
    cursor = max(cursor, end)
  }
}
