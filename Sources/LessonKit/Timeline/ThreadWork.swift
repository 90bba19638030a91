import Foundation

/// Sorts pieces of work by the threads that did them.
///
/// If a thread works for one operation inside its work for another, the inner piece is shown.
struct ThreadWork {
  /// A piece of work; a message that no operation has posted has no operation.
  typealias Piece = (operation: Int?, phase: Record.Drawing.Phase)

  private var drawn: Record.Drawing.Thread
  /// The pieces that have begun and not ended, the outermost first.
  private var open: [Piece] = []
  private var cursor = 0

  /// The threads in the order of their names, each with its pieces of work in order.
  static func threads(_ works: [Piece], serving: Set<String>) -> [Record.Drawing.Thread] {
    let sorted = works.sorted {
      ($0.phase.from, -$0.phase.to, $0.operation ?? -1) < ($1.phase.from, -$1.phase.to, $1.operation ?? -1)
    }
    var threads: [ThreadWork] = []
    var places: [String: Int] = [:]
    for work in sorted {
      let name = work.phase.thread ?? ""
      let place = places[name, default: threads.count]
      if place == threads.count {
        places[name] = place
        threads.append(
          ThreadWork(drawn: .init(name: name, isServing: serving.contains(name), runs: [])))
      }
      threads[place].add(work)
    }
    for place in threads.indices { threads[place].close(until: .max) }
    return threads.map(\.drawn).sorted { $0.name.compare($1.name, options: .numeric) == .orderedAscending }
  }

  /// Adds work that does not begin before the work that was added last.
  private mutating func add(_ work: Piece) {
    close(until: work.phase.from)
    if let outer = open.last { append(outer, to: work.phase.from) }
    cursor = work.phase.from
    open.append(work)
  }

  /// Records what is in progress until `time`, the innermost piece first.
  private mutating func close(until time: Int) {
    while let work = open.last, work.phase.to <= time {
      append(work, to: work.phase.to)
      open.removeLast()
    }
  }

  private mutating func append(_ work: Piece, to end: Int) {
    // A piece without a duration is shown only if it interrupts no other.
    guard end > cursor || work.phase.from == work.phase.to && open.count <= 1 else { return }
    drawn.runs.append(.init(operation: work.operation, from: cursor, to: max(cursor, end)))
    cursor = max(cursor, end)
  }
}
