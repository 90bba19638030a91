import Foundation

extension Record.Drawing {
  /// The phases of all watched operations, queues and threads, derived from the recorded events alone.
  init(_ events: [Event], pieces: [Piece]) {
    var places: [Key: Int] = [:]
    var lives: [OperationLife] = []
    var queues: [Queue] = []
    var end = 0
    for event in events {
      let time = event.time.nanoseconds
      switch event.change {
      case .note: break
      case .suspended, .resumed:
        Record.Drawing.take(event.change, of: event.subject, at: time, &queues)
        end = max(end, time)
      case .ready, .notReady, .executing, .notExecuting, .paused, .notPaused, .cancelled, .finished,
        .dependencies:
        let key = event.watched == 0 ? Key.name(event.subject) : .number(event.watched)
        let place = places[key, default: lives.count]
        if place == lives.count {
          places[key] = place
          lives.append(OperationLife(name: event.subject, began: time))
        }
        lives[place].take(event.change, at: time, isBetweenHalves: event.isBetweenHalves)
        end = max(end, time)
      }
    }
    end = max(end, pieces.map { ($0.to ?? $0.from).nanoseconds }.max() ?? end)
    let starts = lives.map(\.drawn.began) + queues.compactMap { $0.suspensions.first?.from }
    for place in lives.indices { lives[place].endPhase(at: end) }
    var names = ThreadNames()
    var serving: Set<String> = []
    var works: [ThreadWork.Piece] = []
    for piece in pieces {
      let operation = places[piece.watched == 0 ? .name(piece.subject) : .number(piece.watched)]
      let from = piece.from.nanoseconds
      if let operation, !lives[operation].isWork(from: from) { continue }
      let phase = Phase(
        kind: .running, from: from, to: piece.to?.nanoseconds ?? end, thread: names.name(of: piece))
      if piece.isMessage, let thread = phase.thread { serving.insert(thread) }
      if let operation { lives[operation].add(phase) } else { works.append((nil, phase)) }
    }
    var operations = lives.map(\.drawn)
    for (place, edges) in Record.Drawing.edges(lives).enumerated() { operations[place].after = edges }
    Record.Drawing.tellApart(&operations)
    for (place, operation) in operations.enumerated() { works += operation.runs.map { (place, $0) } }
    self.init(
      begin: starts.min() ?? end, end: end, mostAtOnce: 0, summary: [], operations: operations,
      threads: ThreadWork.threads(works, serving: serving), queues: queues)
    mostAtOnce = inProgress.map(\.number).max() ?? 0
    summary = words
  }

  /// Whether nothing was watched.
  var isEmpty: Bool { operations.isEmpty && queues.isEmpty }

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
    if !queues.contains(where: { $0.name == name }) { queues.append(Queue(name: name, suspensions: [])) }
    guard let place = queues.firstIndex(where: { $0.name == name }) else { return }
    let last = queues[place].suspensions.indices.last
    let isSuspended = last.map { queues[place].suspensions[$0].to == nil } ?? false
    if change == .suspended && !isSuspended {
      queues[place].suspensions.append(Queue.Suspension(from: time, to: nil))
    }
    if change == .resumed, isSuspended, let last { queues[place].suspensions[last].to = time }
  }

  /// Resolves dependencies by name; of several operations with that name, the nearest one before counts.
  private static func edges(_ lives: [OperationLife]) -> [[Int]] {
    var places: [String: [Int]] = [:]
    for (place, life) in lives.enumerated() { places[life.drawn.name, default: []].append(place) }
    return lives.enumerated().map { place, life in
      life.dependencies.compactMap { name in
        let candidates = places[name] ?? []
        return candidates.last { $0 < place } ?? candidates.first { $0 > place }
      }
    }
  }

  private static func tellApart(_ operations: inout [Operation]) {
    var seen: [String: Int] = [:]
    for place in operations.indices {
      let number = seen[operations[place].name, default: 0] + 1
      seen[operations[place].name] = number
      if number > 1 { operations[place].name += " (\(number))" }
    }
  }
}

extension Duration {
  /// Whole nanoseconds, the unit of all times in a timeline.
  var nanoseconds: Int {
    Int(components.seconds) * 1_000_000_000 + Int(components.attoseconds / 1_000_000_000)
  }
}
