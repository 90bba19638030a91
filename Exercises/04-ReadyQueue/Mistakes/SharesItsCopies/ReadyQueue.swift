// Exercise 04: the ready queue
//
// Wrong: what it remembers is in an object, and a copy of the queue has the same one.

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

  private final class Memory {
    /// In the order of adding, whatever happens to them: the place says how old a job is.
    var waiting: [Entry] = []
    /// Which ones run, and not only how many: then an end that is none of theirs changes nothing.
    var running: Set<Ticket> = []
    var nextTicket = 0
  }

  private let memory = Memory()

  /// Makes a queue without jobs.
  public init(limit: Int = -1) {
    self.limit = limit
  }

  /// How many jobs were handed out and have not finished.
  public var runningCount: Int { memory.running.count }

  /// How many jobs are here, waiting or running.
  public var count: Int { memory.waiting.count + memory.running.count }

  /// Takes in a job, behind those of its priority that were added before.
  public mutating func add(_ job: Job, priority: Priority = .normal, isReady: Bool = true) -> Ticket {
    defer { memory.nextTicket += 1 }
    memory.waiting.append(Entry(ticket: memory.nextTicket, job: job, priority: priority, isReady: isReady))
    return memory.nextTicket
  }

  /// Hears that a waiting job could run now.
  public mutating func becameReady(_ ticket: Ticket) {
    guard let place = place(of: ticket) else { return }
    memory.waiting[place].isReady = true
  }

  /// Hears that a waiting job is more urgent, or less, than it was.
  public mutating func setPriority(_ priority: Priority, of ticket: Ticket) {
    guard let place = place(of: ticket) else { return }
    memory.waiting[place].priority = priority
  }

  /// Hands out the job that is next, which runs from now on; nil when none may begin.
  public mutating func next() -> (ticket: Ticket, job: Job)? {
    // Not `!=`: where the limit was lowered, more may run than it allows.
    guard !isSuspended, limit < 0 || memory.running.count < limit else { return nil }
    var best: Int?
    for place in memory.waiting.indices where memory.waiting[place].isReady {
      // Only a higher priority takes the place of an older job.
      if let best,
        memory.waiting[place].priority.rawValue <= memory.waiting[best].priority.rawValue
      {
        continue
      }
      best = place
    }
    guard let best else { return nil }
    let entry = memory.waiting.remove(at: best)
    memory.running.insert(entry.ticket)
    return (entry.ticket, entry.job)
  }

  /// Hears that a job is over, also one that never ran; it is not here any more.
  public mutating func finished(_ ticket: Ticket) {
    // Who was not running held no slot, so nothing is freed that another one still has.
    guard memory.running.remove(ticket) == nil, let place = place(of: ticket) else { return }
    memory.waiting.remove(at: place)
  }

  private func place(of ticket: Ticket) -> Int? { memory.waiting.firstIndex { $0.ticket == ticket } }
}
