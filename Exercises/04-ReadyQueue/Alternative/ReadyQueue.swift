// Exercise 04: the ready queue
//
// Built for many jobs: one line per priority holds only the ready ones, sorted by ticket.
// A late one finds its place by bisection, and the next one is the first of the highest line.

import MiniOperations

/// Jobs that wait, jobs that run, and which one is next.
public struct ReadyQueue<Job> {
  /// Stands for one job, from when it is added; never given to another one.
  public typealias Ticket = Int
  /// How urgent a job is; a higher `rawValue` comes first.
  public typealias Priority = MiniOperation.QueuePriority

  private enum Place { case notReady, ready, running }

  private struct Entry {
    /// Nil once it was handed out: from then on the job belongs to the caller.
    var job: Job?
    var priority: Priority
    var place: Place
  }

  /// How many jobs may run at the same time; -1 for any number.
  public var limit: Int
  /// Whether no job is handed out for now.
  public var isSuspended = false

  private var entries: [Ticket: Entry] = [:]
  private var lines: [Priority: [Ticket]] = [:]
  private var added = 0
  /// How many jobs were handed out and have not finished.
  public private(set) var runningCount = 0

  /// Makes a queue without jobs.
  public init(limit: Int = -1) {
    self.limit = limit
  }

  /// How many jobs are here, waiting or running.
  public var count: Int { entries.count }

  /// Takes in a job, behind those of its priority that were added before.
  public mutating func add(_ job: Job, priority: Priority = .normal, isReady: Bool = true) -> Ticket {
    added += 1
    entries[added] = Entry(job: job, priority: priority, place: .notReady)
    if isReady { becameReady(added) }
    return added
  }

  /// Records that a waiting job could run now.
  public mutating func becameReady(_ ticket: Ticket) {
    guard let entry = entries[ticket], entry.place == .notReady else { return }
    entries[ticket]?.place = .ready
    var line = lines[entry.priority] ?? []
    line.insert(ticket, at: Self.place(of: ticket, in: line))
    lines[entry.priority] = line
  }

  /// Records that a waiting job is more urgent, or less, than it was.
  public mutating func setPriority(_ priority: Priority, of ticket: Ticket) {
    guard let entry = entries[ticket], entry.place != .running else { return }
    leaveLine(ticket)
    entries[ticket]?.priority = priority
    entries[ticket]?.place = .notReady
    if entry.place == .ready { becameReady(ticket) }
  }

  /// Hands out the job that is next, which runs from now on; nil when none may begin.
  public mutating func next() -> (ticket: Ticket, job: Job)? {
    guard !isSuspended, limit == -1 || runningCount < limit else { return nil }
    for priority in Priority.allCases.sorted(by: { $0.rawValue > $1.rawValue }) {
      guard let ticket = lines[priority]?.first, let job = entries[ticket]?.job else { continue }
      leaveLine(ticket)
      entries[ticket]?.job = nil
      entries[ticket]?.place = .running
      runningCount += 1
      return (ticket, job)
    }
    return nil
  }

  /// Records that a job is over, even one that never ran, and removes it.
  public mutating func finished(_ ticket: Ticket) {
    leaveLine(ticket)
    if entries.removeValue(forKey: ticket)?.place == .running { runningCount -= 1 }
  }

  private mutating func leaveLine(_ ticket: Ticket) {
    guard let entry = entries[ticket], entry.place == .ready, var line = lines[entry.priority] else { return }
    line.remove(at: Self.place(of: ticket, in: line))
    lines[entry.priority] = line
  }

  /// The place of a ticket in a sorted line, whether it stands there or not.
  private static func place(of ticket: Ticket, in line: [Ticket]) -> Int {
    var range = 0..<line.count
    while let middle = range.isEmpty ? nil : (range.lowerBound + range.upperBound) / 2 {
      range = line[middle] < ticket ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }
}
