import Foundation

/// The phases of all watched operations, queues and threads, derived from the recorded events alone.
///
/// The chart, the page and the trace are made from it.
struct TimelineModel: Sendable {
  /// The times at which a queue was suspended, each with its end.
  struct Queue: Sendable {
    let name: String
    /// The last one has no end if the queue was never resumed.
    var suspensions: [(from: Int, to: Int?)] = []
  }

  /// A number from this time on.
  struct Count: Equatable, Sendable {
    let time: Int
    var number: Int
  }

  private(set) var operations: [OperationTimeline] = []
  private(set) var queues: [Queue] = []
  private(set) var notes: [(time: Int, thread: String, text: String)] = []
  private(set) var begin = 0
  private(set) var end = 0
  /// For each operation, the indices of those that it waited for.
  private(set) var edges: [[Int]] = []
  /// How many threads work for an operation.
  private(set) var running: [Count] = []
  /// How many operations have announced that they execute, with or without a thread.
  private(set) var inProgress: [Count] = []
  private(set) var lanes: [Lane] = []

  init(_ events: [Event], pieces: [Piece]) {
    var places: [Key: Int] = [:]
    for event in events {
      let time = event.time.nanoseconds
      switch event.change {
      case .note(let text):
        notes.append((time, event.thread, text))
      case .suspended, .resumed:
        TimelineModel.take(event.change, of: event.subject, at: time, &queues)
        end = max(end, time)
      case .ready, .notReady, .executing, .notExecuting, .paused, .notPaused, .cancelled, .finished,
        .dependencies:
        let key = event.watched == 0 ? Key.name(event.subject) : .number(event.watched)
        let place = places[key, default: operations.count]
        if place == operations.count {
          places[key] = place
          operations.append(OperationTimeline(name: event.subject, began: time))
        }
        operations[place].take(event.change, at: time, isBetweenHalves: event.isBetweenHalves)
        end = max(end, time)
      }
    }
    end = max(end, pieces.map { ($0.to ?? $0.from).nanoseconds }.max() ?? end)
    begin = operations.map(\.began).min() ?? end
    begin = min(begin, queues.compactMap { $0.suspensions.first?.from }.min() ?? begin)
    for place in operations.indices { operations[place].endPhase(at: end) }
    var threads = ThreadNames()
    var serving: Set<String> = []
    var works: [(Int?, OperationTimeline.Phase)] = []
    for piece in pieces {
      let operation = places[piece.watched == 0 ? .name(piece.subject) : .number(piece.watched)]
      let from = piece.from.nanoseconds
      if let operation, !operations[operation].isWork(from: from) { continue }
      let phase = OperationTimeline.Phase(
        kind: .running, from: from, to: piece.to?.nanoseconds ?? end, thread: threads.name(of: piece))
      if piece.isMessage { serving.insert(phase.thread) }
      if let operation { operations[operation].add(phase) } else { works.append((nil, phase)) }
    }
    edges = TimelineModel.edges(operations)
    TimelineModel.tellApart(&operations)
    for (place, timeline) in operations.enumerated() { works += timeline.runs.map { (place, $0) } }
    lanes = Lane.lanes(works, serving: serving)
    running = TimelineModel.count(lanes.flatMap { $0.runs.filter { $0.operation != nil }.map(\.phase) })
    inProgress = TimelineModel.count(operations.flatMap { $0.phases.filter { $0.kind == .inProgress } })
  }

  /// The largest number of operations that executed at once, according to their announcements.
  var mostAtOnce: Int { inProgress.map(\.number).max() ?? 0 }

  private enum Key: Hashable {
    case name(String)
    case number(Int)
  }

  /// Names for threads, with a number after a name that an earlier thread has.
  private struct ThreadNames {
    private struct Key: Hashable {
      let number: ThreadNumber
      // A thread of the dispatch library changes its name.
      let name: String
    }

    private var names: [Key: String] = [:]
    private var counts: [String: Int] = [:]

    mutating func name(of piece: Piece) -> String {
      let key = Key(number: piece.threadNumber, name: piece.thread)
      if let name = names[key] { return name }
      counts[piece.thread, default: 0] += 1
      let count = counts[piece.thread]!
      let name = count == 1 ? piece.thread : "\(piece.thread) (\(count))"
      names[key] = name
      return name
    }
  }

  private static func take(_ change: Event.Change, of name: String, at time: Int, _ queues: inout [Queue]) {
    if !queues.contains(where: { $0.name == name }) { queues.append(Queue(name: name)) }
    guard let place = queues.firstIndex(where: { $0.name == name }) else { return }
    let last = queues[place].suspensions.indices.last
    let isSuspended = last.map { queues[place].suspensions[$0].to == nil } ?? false
    if change == .suspended && !isSuspended { queues[place].suspensions.append((time, nil)) }
    if change == .resumed, isSuspended, let last { queues[place].suspensions[last].to = time }
  }

  /// Resolves dependencies by name; of several operations with that name, the nearest one before counts.
  private static func edges(_ operations: [OperationTimeline]) -> [[Int]] {
    var places: [String: [Int]] = [:]
    for (place, timeline) in operations.enumerated() { places[timeline.name, default: []].append(place) }
    return operations.enumerated().map { place, timeline in
      timeline.dependencies.compactMap { name in
        let candidates = places[name] ?? []
        return candidates.last { $0 < place } ?? candidates.first { $0 > place }
      }
    }
  }

  private static func tellApart(_ operations: inout [OperationTimeline]) {
    var seen: [String: Int] = [:]
    for place in operations.indices {
      let number = seen[operations[place].name, default: 0] + 1
      seen[operations[place].name] = number
      if number > 1 { operations[place].name += " (\(number))" }
    }
  }

  private static func count(_ phases: [OperationTimeline.Phase]) -> [Count] {
    var changes = phases.flatMap { [($0.from, 1), ($0.to, -1)] }
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

extension Duration {
  /// Whole nanoseconds, the unit of all times in a timeline.
  var nanoseconds: Int {
    Int(components.seconds) * 1_000_000_000 + Int(components.attoseconds / 1_000_000_000)
  }
}
