import Foundation

/// A thread and its pieces of work, in order.
struct Lane: Sendable {
  let name: String
  /// Whether it takes messages, and so serves many operations.
  let isServing: Bool
  /// Its pieces of work; a message that no operation has posted has no operation.
  private(set) var runs: [(operation: Int?, phase: Life.Phase)] = []
  private var threadID: ObjectIdentifier?
  /// The pieces that have begun and not ended, the outermost first; used while the lane is made.
  private var open: [(Int?, Life.Phase)] = []
  private var cursor = 0

  /// Sorts pieces of work by the threads that did them.
  ///
  /// If a thread works for one operation inside its work for another, the inner piece is shown. Threads of one name
  /// share a lane if one has ended before the other begins; otherwise each gets its own lane.
  static func lanes(_ works: [(Int?, Life.Phase)], serving: Set<String>) -> [Lane] {
    let sorted = works.sorted { ($0.1.from, -$0.1.to, $0.0 ?? -1) < ($1.1.from, -$1.1.to, $1.0 ?? -1) }
    var lanes: [Lane] = []
    var places: [String: [Int]] = [:]
    for work in sorted {
      let mine = places[work.1.thread] ?? []
      let place =
        mine.first { lanes[$0].threadID == work.1.threadID } ?? mine.first { lanes[$0].end <= work.1.from }
        ?? lanes.count
      if place == lanes.count {
        places[work.1.thread, default: []].append(place)
        let name = mine.isEmpty ? work.1.thread : "\(work.1.thread) (\(mine.count + 1))"
        lanes.append(Lane(name: name, isServing: serving.contains(work.1.thread)))
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

  private var end: Int { max(open.map(\.1.to).max() ?? .min, runs.last?.phase.to ?? .min) }

  /// Adds work that does not begin before the work that was added last.
  private mutating func add(_ work: (Int?, Life.Phase)) {
    close(until: work.1.from)
    if let outer = open.last { append(outer, to: work.1.from) }
    threadID = work.1.threadID
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

  private mutating func append(_ work: (Int?, Life.Phase), to end: Int) {
    // A piece without a duration is shown only if it interrupts no other.
    guard end > cursor || work.1.from == work.1.to && open.count <= 1 else { return }
    let part = Life.Phase(
      kind: .running, from: cursor, to: max(cursor, end), thread: work.1.thread, threadID: work.1.threadID)
    runs.append((work.0, part))
    cursor = max(cursor, end)
  }
}
