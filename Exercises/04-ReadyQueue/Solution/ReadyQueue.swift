// Exercise 04: the ready queue
//
// The heart of a queue is one question: a thread is free, which job is next? The answer knows nothing of
// threads and locks. It is a value that receives events and returns the job that may begin: by priority, age,
// and limit, and none while it is suspended. Tried with: swift test --filter Exercise04

import MiniOperations

/// Jobs that wait, jobs that run, and which one is next.
public struct ReadyQueue<Job> {
  /// Stands for one job, from when it is added; never given to another one.
  public typealias Ticket = Int
  /// How urgent a job is; a higher `rawValue` comes first.
  public typealias Priority = MiniOperation.QueuePriority

  private struct Entry {
    let ticket: Ticket
    let job: Job
    var priority: Priority
    var isReady: Bool
  }

  /// How many jobs may run at the same time; -1 for any number.
  public var limit: Int
  /// Whether no job is handed out for now.
  public var isSuspended = false

  /// In the order of adding, whatever happens to them: the place says how old a job is.
  private var waiting: [Entry] = []
  /// Which ones run, and not only how many: then an end that is none of theirs changes nothing.
  private var running: Set<Ticket> = []
  private var nextTicket = 0

  /// Makes a queue without jobs.
  public init(limit: Int = -1) {
    self.limit = limit
  }

  /// How many jobs were handed out and have not finished.
  public var runningCount: Int { running.count }

  /// How many jobs are here, waiting or running.
  public var count: Int { waiting.count + running.count }

  /// Takes in a job, behind those of its priority that were added before.
  public mutating func add(_ job: Job, priority: Priority = .normal, isReady: Bool = true) -> Ticket {
    defer { nextTicket += 1 }
    waiting.append(Entry(ticket: nextTicket, job: job, priority: priority, isReady: isReady))
    return nextTicket
  }

  /// Records that a waiting job could run now.
  public mutating func becameReady(_ ticket: Ticket) {
    guard let place = place(of: ticket) else { return }
    waiting[place].isReady = true
  }

  /// Records that a waiting job is more urgent, or less, than it was.
  public mutating func setPriority(_ priority: Priority, of ticket: Ticket) {
    guard let place = place(of: ticket) else { return }
    waiting[place].priority = priority
  }

  /// Hands out the job that is next, which runs from now on; nil when none may begin.
  public mutating func next() -> (ticket: Ticket, job: Job)? {
    // Not `!=`: after the limit was lowered, more may run than it allows.
    guard !isSuspended, limit < 0 || running.count < limit else { return nil }
    var best: Int?
    for place in waiting.indices where waiting[place].isReady {
      // Only a higher priority takes the place of an older job.
      if let best, waiting[place].priority.rawValue <= waiting[best].priority.rawValue { continue }
      best = place
    }
    guard let best else { return nil }
    let entry = waiting.remove(at: best)
    running.insert(entry.ticket)
    return (entry.ticket, entry.job)
  }

  /// Records that a job is over, even one that never ran, and removes it.
  public mutating func finished(_ ticket: Ticket) {
    // A job that was not running held no slot, so no other job's slot is freed.
    guard running.remove(ticket) == nil, let place = place(of: ticket) else { return }
    waiting.remove(at: place)
  }

  private func place(of ticket: Ticket) -> Int? { waiting.firstIndex { $0.ticket == ticket } }
}
