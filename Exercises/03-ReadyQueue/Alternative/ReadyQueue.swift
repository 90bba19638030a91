// Exercise 03: the ready queue
//
// Built for many jobs: one list per priority has the ready ones, sorted by ticket. A job that becomes ready
// later is inserted by bisection, and the next one is the first of the highest list that is not empty.

import MiniOperations

/// Waiting jobs, running jobs, and the one that is next.
public struct ReadyQueue<Job> {
  /// Names one job, from `add` on; never reused.
  public typealias Ticket = Int
  /// The priority of a job; a higher `rawValue` comes first.
  public typealias Priority = MiniOperation.QueuePriority

  private enum Place { case notReady, ready, running }

  private struct Entry {
    /// Nil once `next` has returned it: the job belongs to the caller then.
    var job: Job?
    var priority: Priority
    var place: Place
  }

  /// How many jobs may run at the same time; -1 means no limit.
  public var limit: Int
  /// Whether `next` returns nil for now.
  public var isSuspended = false

  private var entries: [Ticket: Entry] = [:]
  private var lines: [Priority: [Ticket]] = [:]
  private var added = 0
  /// How many jobs `next` has returned that have not finished.
  public private(set) var runningCount = 0

  /// Creates a queue without jobs.
  public init(limit: Int = -1) {
    self.limit = limit
  }

  /// How many jobs wait or run.
  public var count: Int { entries.count }

  /// Adds a job after those of its priority that were added before.
  public mutating func add(_ job: Job, priority: Priority = .normal, isReady: Bool = true) -> Ticket {
    added += 1
    entries[added] = Entry(job: job, priority: priority, place: .notReady)
    if isReady { becameReady(added) }
    return added
  }

  /// Records that a waiting job is ready; a second call changes nothing.
  public mutating func becameReady(_ ticket: Ticket) {
    guard let entry = entries[ticket], entry.place == .notReady else { return }
    entries[ticket]?.place = .ready
    var line = lines[entry.priority] ?? []
    line.insert(ticket, at: Self.place(of: ticket, in: line))
    lines[entry.priority] = line
  }

  /// Gives a waiting job another priority.
  public mutating func setPriority(_ priority: Priority, of ticket: Ticket) {
    guard let entry = entries[ticket], entry.place != .running else { return }
    leaveLine(ticket)
    entries[ticket]?.priority = priority
    entries[ticket]?.place = .notReady
    if entry.place == .ready { becameReady(ticket) }
  }

  /// Returns the next job, which runs from now on; nil if none may start.
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

  /// Removes a job, whether it runs or still waits.
  public mutating func finished(_ ticket: Ticket) {
    leaveLine(ticket)
    if entries.removeValue(forKey: ticket)?.place == .running { runningCount -= 1 }
  }

  private mutating func leaveLine(_ ticket: Ticket) {
    guard let entry = entries[ticket], entry.place == .ready, var line = lines[entry.priority] else { return }
    line.remove(at: Self.place(of: ticket, in: line))
    lines[entry.priority] = line
  }

  /// The index of a ticket in a sorted list, whether it is there or not.
  private static func place(of ticket: Ticket, in line: [Ticket]) -> Int {
    var range = 0..<line.count
    while let middle = range.isEmpty ? nil : (range.lowerBound + range.upperBound) / 2 {
      range = line[middle] < ticket ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }
}
