import Foundation

/// What became of everything that was watched, worked out from the recorded events and nothing else.
///
/// All three drawings are made from it.
struct Lives: Sendable {
  /// The times at which a queue was suspended, each with its end.
  struct Queue: Sendable {
    let name: String
    /// The last one has no end if the queue was never resumed.
    var suspensions: [(from: Int, to: Int?)] = []
  }

  /// How many operations execute from this time on.
  struct Count: Equatable, Sendable {
    let time: Int
    var number: Int
  }

  private(set) var operations: [Life] = []
  private(set) var queues: [Queue] = []
  private(set) var notes: [(time: Int, thread: String, text: String)] = []
  private(set) var begin = 0
  private(set) var end = 0
  /// For each operation the places of those that it waited for.
  private(set) var edges: [[Int]] = []
  let running: [Count]
  let lanes: [Lane]

  init(_ events: [Event]) {
    var places: [Key: Int] = [:]
    for event in events {
      let time = event.time.nanoseconds
      switch event.change {
      case .note(let text):
        notes.append((time, event.thread, text))
      case .suspended, .resumed:
        Lives.take(event.change, of: event.subject, at: time, &queues)
        end = max(end, time)
      case .ready, .notReady, .executing, .notExecuting, .paused, .notPaused, .cancelled, .finished,
        .dependencies:
        let key = event.watched == 0 ? Key.name(event.subject) : .number(event.watched)
        let place = places[key, default: operations.count]
        if place == operations.count {
          places[key] = place
          operations.append(Life(name: event.subject, began: time))
        }
        operations[place].take(event.change, at: time, on: event.thread)
        end = max(end, time)
      }
    }
    begin = operations.map(\.began).min() ?? end
    begin = min(begin, queues.compactMap { $0.suspensions.first?.from }.min() ?? begin)
    for place in operations.indices { operations[place].endPhase(at: end) }
    edges = Lives.edges(operations)
    Lives.tellApart(&operations)
    lanes = Lane.lanes(operations)
    running = Lives.running(lanes)
  }

  /// How many executed at once, at most.
  var mostAtOnce: Int { running.map(\.number).max() ?? 0 }

  private enum Key: Hashable {
    case name(String)
    case number(Int)
  }

  private static func take(_ change: Event.Change, of name: String, at time: Int, _ queues: inout [Queue]) {
    if !queues.contains(where: { $0.name == name }) { queues.append(Queue(name: name)) }
    guard let place = queues.firstIndex(where: { $0.name == name }) else { return }
    let last = queues[place].suspensions.indices.last
    let isSuspended = last.map { queues[place].suspensions[$0].to == nil } ?? false
    if change == .suspended && !isSuspended { queues[place].suspensions.append((time, nil)) }
    if change == .resumed, isSuspended, let last { queues[place].suspensions[last].to = time }
  }

  /// A dependency is known by its name; of several with that name, the nearest before is meant.
  private static func edges(_ operations: [Life]) -> [[Int]] {
    var places: [String: [Int]] = [:]
    for (place, life) in operations.enumerated() { places[life.name, default: []].append(place) }
    return operations.enumerated().map { place, life in
      life.dependencies.compactMap { name in
        let candidates = places[name] ?? []
        return candidates.last { $0 < place } ?? candidates.first { $0 > place }
      }
    }
  }

  private static func tellApart(_ operations: inout [Life]) {
    var seen: [String: Int] = [:]
    for place in operations.indices {
      let number = seen[operations[place].name, default: 0] + 1
      seen[operations[place].name] = number
      if number > 1 { operations[place].name += " (\(number))" }
    }
  }

  private static func running(_ lanes: [Lane]) -> [Count] {
    var changes = lanes.flatMap(\.runs).flatMap { [($0.phase.from, 1), ($0.phase.to, -1)] }
    changes.sort { $0.0 < $1.0 }
    var counts: [Count] = []
    var number = 0
    for (time, change) in changes {
      number += change
      if counts.last?.time == time {
        counts[counts.count - 1].number = number
      } else {
        counts.append(Count(time: time, number: number))
      }
    }
    return counts
  }
}

/// A thread and what executed on it, one after the other.
///
/// Operations that begin on a thread and go on when it does something else overlap; they get a lane more.
struct Lane: Sendable {
  let name: String
  var runs: [(operation: Int, phase: Life.Phase)] = []

  static func lanes(_ operations: [Life]) -> [Lane] {
    let all = operations.enumerated().flatMap { place, life in life.runs.map { (place, $0) } }
    let sorted = all.sorted { ($0.1.from, $0.1.to, $0.0) < ($1.1.from, $1.1.to, $1.0) }
    var lanes: [Lane] = []
    var places: [String: [Int]] = [:]
    for run in sorted {
      let mine = places[run.1.thread] ?? []
      let free = mine.first { place in
        lanes[place].runs.last.map { max($0.phase.to, $0.phase.from + 1) <= run.1.from } ?? true
      }
      if let free {
        lanes[free].runs.append(run)
      } else {
        places[run.1.thread, default: []].append(lanes.count)
        let name = mine.isEmpty ? run.1.thread : "\(run.1.thread) (\(mine.count + 1))"
        lanes.append(Lane(name: name, runs: [run]))
      }
    }
    return lanes.sorted { $0.name.compare($1.name, options: .numeric) == .orderedAscending }
  }
}

extension Duration {
  /// Whole nanoseconds, in which all times of a timeline are counted.
  var nanoseconds: Int {
    Int(components.seconds) * 1_000_000_000 + Int(components.attoseconds / 1_000_000_000)
  }
}
