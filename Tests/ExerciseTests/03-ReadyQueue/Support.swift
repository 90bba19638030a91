import Exercise03
import ExerciseSupport
import MiniOperations

/// A queue and a plain model of it, which receive the same random calls.
struct Pair {
  private struct Known {
    var priority: ReadyQueue<Int>.Priority
    var isReady: Bool
    var runs = false
    var isFinished = false
  }

  private var queue = ReadyQueue<Int>()
  /// The state of each job, whose number is its index here.
  private var model: [Known] = []
  private var tickets: [Int] = []
  // Not read from the queue, which may be wrong.
  private var limit = -1
  private var isSuspended = false
  private(set) var events: [String] = []
  /// The first answer of the queue that differs from the model's.
  private(set) var difference: (expected: String, got: String)?

  private var runningJobs: [Int] { model.indices.filter { model[$0].runs && !model[$0].isFinished } }

  private var expectedNext: Int? {
    guard !isSuspended, limit < 0 || runningJobs.count < limit else { return nil }
    let candidates = model.indices.filter { model[$0].isReady && !model[$0].runs && !model[$0].isFinished }
    let highest = candidates.map { model[$0].priority.rawValue }.max()
    return candidates.first { model[$0].priority.rawValue == highest }
  }

  /// Creates a queue to which this number of jobs was added.
  init(_ count: Int, _ dice: inout Dice) { for _ in 0..<count { add(&dice) } }

  /// Makes one random call.
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
      // Calls of a copy must not change the original.
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
    case (6, let job?): finish(job)
    case (7, _): if let job = runningJobs.randomElement(using: &dice) { finish(job) }
    case (8...9, _): takeNext()
    default: add(&dice)
    }
    compare("runningCount", runningJobs.count, queue.runningCount)
    compare("count", model.count { !$0.isFinished }, queue.count)
    compare("limit", limit, queue.limit)
    compare("isSuspended", isSuspended ? 1 : 0, queue.isSuspended ? 1 : 0)
  }

  /// Makes every waiting job ready, removes some of them and takes out all others.
  mutating func drain(_ dice: inout Dice) {
    events.append("limit -1, isSuspended false, becameReady of all")
    (limit, queue.limit, isSuspended, queue.isSuspended) = (-1, -1, false, false)
    for job in model.indices {
      model[job].isReady = true
      queue.becameReady(tickets[job])
    }
    for job in model.indices where !model[job].runs && !model[job].isFinished && dice.once(in: 5) {
      finish(job)
    }
    while difference == nil, expectedNext != nil { takeNext() }
  }

  private mutating func add(_ dice: inout Dice) {
    let priority = ReadyQueue<Int>.Priority.allCases.randomElement(using: &dice) ?? .normal
    let isReady = dice.once(in: 2)
    events.append("add \(model.count), \(priority)\(isReady ? "" : ", not ready")")
    tickets.append(queue.add(model.count, priority: priority, isReady: isReady))
    model.append(Known(priority: priority, isReady: isReady))
  }

  private mutating func finish(_ job: Int) {
    events.append("finished \(job)")
    model[job].isFinished = true
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

extension ReadyQueue {
  /// Takes out this number of jobs, or fewer if `next` returns nil before.
  mutating func take(_ count: Int) -> [Job] {
    var jobs: [Job] = []
    while jobs.count < count, let (_, job) = next() { jobs.append(job) }
    return jobs
  }

  /// Takes out jobs until `next` returns nil; at most 200, because a queue may be wrong.
  mutating func takeAll() -> [Job] { take(200) }
}
