// Exercise 03: the ready queue
//
// The heart of a queue is one question: a thread is free, which job is next? The answer needs no threads and
// no locks. It is a value that receives calls and returns the job that may start: by priority, order of
// adding and limit, and none while it is suspended. Run the tests: swift run course check 3

import MiniOperations

/// Waiting jobs, running jobs, and the one that is next.
public struct ReadyQueue<Job> {
  /// Names one job, from `add` on; never reused.
  public typealias Ticket = Int
  /// The priority of a job; a higher `rawValue` comes first.
  public typealias Priority = MiniOperation.QueuePriority

  private struct Entry {
    let ticket: Ticket
    let job: Job
    var priority: Priority
    var isReady: Bool
  }

  /// How many jobs may run at the same time; -1 means no limit.
  public var limit: Int
  /// Whether `next` returns nil for now.
  public var isSuspended = false

  /// In the order of adding; no call changes the order.
  private var waiting: [Entry] = []
  /// Which jobs run, not only how many: then `finished` for any other ticket frees no slot.
  private var running: Set<Ticket> = []
  private var nextTicket = 0

  /// Creates a queue without jobs.
  public init(limit: Int = -1) {
    self.limit = limit
  }

  /// How many jobs `next` has returned that have not finished.
  public var runningCount: Int { running.count }

  /// How many jobs wait or run.
  public var count: Int { waiting.count + running.count }

  /// Adds a job after those of its priority that were added before.
  public mutating func add(_ job: Job, priority: Priority = .normal, isReady: Bool = true) -> Ticket {
    defer { nextTicket += 1 }
    waiting.append(Entry(ticket: nextTicket, job: job, priority: priority, isReady: isReady))
    return nextTicket
  }

  /// Records that a waiting job is ready; a second call changes nothing.
  public mutating func becameReady(_ ticket: Ticket) {
    guard let place = place(of: ticket) else { return }
    waiting[place].isReady = true
  }

  /// Gives a waiting job another priority.
  public mutating func setPriority(_ priority: Priority, of ticket: Ticket) {
    guard let place = place(of: ticket) else { return }
    waiting[place].priority = priority
  }

  /// Returns the next job, which runs from now on; nil if none may start.
  public mutating func next() -> (ticket: Ticket, job: Job)? {
    // Not `!=`: after the limit was lowered, more jobs may run than it allows.
    guard !isSuspended, limit < 0 || running.count < limit else { return nil }
    var best: Int?
    for place in waiting.indices where waiting[place].isReady {
      // Only a higher priority precedes a job that was added earlier.
      if let best, waiting[place].priority.rawValue <= waiting[best].priority.rawValue { continue }
      best = place
    }
    guard let best else { return nil }
    let entry = waiting.remove(at: best)
    running.insert(entry.ticket)
    return (entry.ticket, entry.job)
  }

  /// Removes a job, whether it runs or still waits.
  public mutating func finished(_ ticket: Ticket) {
    // A job that does not run has no slot to free.
    guard running.remove(ticket) == nil, let place = place(of: ticket) else { return }
    waiting.remove(at: place)
  }

  private func place(of ticket: Ticket) -> Int? { waiting.firstIndex { $0.ticket == ticket } }
}
