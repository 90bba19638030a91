// Exercise 04: the ready queue
//
// Wrong: it remembers who is ready without asking who it is, so a job is ready before it was added.

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
  }

  /// How many jobs may run at the same time; -1 for any number.
  public var limit: Int
  /// Whether no job is handed out for now.
  public var isSuspended = false

  /// In the order of adding, whatever happens to them: the place says how old a job is.
  private var waiting: [Entry] = []
  /// Which ones run, and not only how many: then an end that is none of theirs changes nothing.
  private var running: Set<Ticket> = []
  private var ready: Set<Ticket> = []
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
    waiting.append(Entry(ticket: nextTicket, job: job, priority: priority))
    if isReady { ready.insert(nextTicket) }
    return nextTicket
  }

  /// Hears that a waiting job could run now.
  public mutating func becameReady(_ ticket: Ticket) {
    ready.insert(ticket)
  }

  /// Hears that a waiting job is more urgent, or less, than it was.
  public mutating func setPriority(_ priority: Priority, of ticket: Ticket) {
    guard let place = place(of: ticket) else { return }
    waiting[place].priority = priority
  }

  /// Hands out the job that is next, which runs from now on; nil when none may begin.
  public mutating func next() -> (ticket: Ticket, job: Job)? {
    // Not `!=`: where the limit was lowered, more may run than it allows.
    guard !isSuspended, limit < 0 || running.count < limit else { return nil }
    var best: Int?
    for place in waiting.indices where ready.contains(waiting[place].ticket) {
      // Only a higher priority takes the place of an older job.
      if let best, waiting[place].priority.rawValue <= waiting[best].priority.rawValue { continue }
      best = place
    }
    guard let best else { return nil }
    let entry = waiting.remove(at: best)
    ready.remove(entry.ticket)
    running.insert(entry.ticket)
    return (entry.ticket, entry.job)
  }

  /// Hears that a job is over, also one that never ran; it is not here any more.
  public mutating func finished(_ ticket: Ticket) {
    // Who was not running held no slot, so nothing is freed that another one still has.
    guard running.remove(ticket) == nil, let place = place(of: ticket) else { return }
    waiting.remove(at: place)
  }

  private func place(of ticket: Ticket) -> Int? { waiting.firstIndex { $0.ticket == ticket } }
}
