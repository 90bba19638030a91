import Exercise04
import ExerciseSupport
import MiniOperations

/// A queue and a plain model of one, to which the same happens.
struct Pair {
  private struct Known {
    var priority: ReadyQueue<Int>.Priority
    var isReady: Bool
    var runs = false
    var isOver = false
  }

  private var queue = ReadyQueue<Int>()
  /// What must be known of each job, which is named by its place here.
  private var model: [Known] = []
  private var tickets: [Int] = []
  // Not read from the queue, which may be wrong there too.
  private var limit = -1
  private var isSuspended = false
  private(set) var events: [String] = []
  /// What must have come, and what came, where they are not the same.
  private(set) var difference: (expected: String, got: String)?

  private var runningJobs: [Int] { model.indices.filter { model[$0].runs && !model[$0].isOver } }

  private var expectedNext: Int? {
    guard !isSuspended, limit < 0 || runningJobs.count < limit else { return nil }
    let candidates = model.indices.filter { model[$0].isReady && !model[$0].runs && !model[$0].isOver }
    let highest = candidates.map { model[$0].priority.rawValue }.max()
    return candidates.first { model[$0].priority.rawValue == highest }
  }

  /// Makes a queue to which so many jobs were added.
  init(_ count: Int, _ dice: inout Dice) {
    for _ in 0..<count { add(&dice) }
  }

  /// Lets one thing happen.
  mutating func step(_ dice: inout Dice) {
    let priority = ReadyQueue<Int>.Priority.allCases.randomElement(using: &dice) ?? .normal
    let job = model.isEmpty ? nil : dice.number(below: model.count)
    switch (dice.number(below: 13), job) {
    case (0, _):
      limit = dice.roll(-1...4)
      queue.limit = limit
      events.append("limit \(limit)")
    case (1, _):
      isSuspended = dice.once(in: 3)
      queue.isSuspended = isSuspended
      events.append("isSuspended \(isSuspended)")
    case (12, let job?):
      // What happens to a copy must not change the original.
      events.append("copy")
      var copy = queue
      copy.setPriority(priority, of: tickets[job])
      copy.becameReady(tickets[job])
      _ = copy.next()
      _ = copy.add(-1, priority: .veryHigh)
      copy.finished(tickets[job])
      (copy.limit, copy.isSuspended) = (0, true)
    case (2...3, let job?):
      events.append("becameReady \(job)")
      model[job].isReady = true
      queue.becameReady(tickets[job])
    case (4...5, let job?):
      events.append("setPriority \(priority) of \(job)")
      model[job].priority = priority
      queue.setPriority(priority, of: tickets[job])
    case (6, let job?):
      end(job)
    case (7, _):
      if let job = runningJobs.randomElement(using: &dice) { end(job) }
    case (8...9, _):
      takeNext()
    default: add(&dice)
    }
    compare("runningCount", runningJobs.count, queue.runningCount)
    compare("count", model.count { !$0.isOver }, queue.count)
    compare("limit", limit, queue.limit)
    compare("isSuspended", isSuspended ? 1 : 0, queue.isSuspended ? 1 : 0)
  }

  private mutating func add(_ dice: inout Dice) {
    let priority = ReadyQueue<Int>.Priority.allCases.randomElement(using: &dice) ?? .normal
    let isReady = dice.once(in: 2)
    events.append("add \(model.count), \(priority)\(isReady ? "" : ", not ready")")
    tickets.append(queue.add(model.count, priority: priority, isReady: isReady))
    model.append(Known(priority: priority, isReady: isReady))
  }

  private mutating func end(_ job: Int) {
    events.append("finished \(job)")
    model[job].isOver = true
    queue.finished(tickets[job])
  }

  private mutating func takeNext() {
    let expected = expectedNext
    if let expected { model[expected].runs = true }
    let next = queue.next()
    events.append("next")
    compare("next", expected, next?.job)
    if let next, let expected { compare("ticket of \(expected)", tickets[expected], next.ticket) }
  }

  private mutating func compare(_ name: String, _ expected: Int?, _ got: Int?) {
    guard expected != got, difference == nil else { return }
    let shown = [expected, got].map { "\(name) \($0.map { "\($0)" } ?? "nil")" }
    difference = (shown[0], shown[1])
  }
}
