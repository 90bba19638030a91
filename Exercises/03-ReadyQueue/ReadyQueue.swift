// Exercise 03: the ready queue
//
// A thread is free: which job is next? The answer needs no threads and no locks. It is a value that receives
// calls and returns the job that may start: by priority, order of adding and limit, and none while it is
// suspended. You may add members, types and imports. Run the tests: swift run course check 3

import MiniOperations

/// Waiting jobs, running jobs, and the one that is next.
public struct ReadyQueue<Job> {
  /// Names one job, from `add` on; never reused.
  public typealias Ticket = Int
  /// The priority of a job; a higher `rawValue` comes first.
  public typealias Priority = MiniOperation.QueuePriority

  /// How many jobs may run at the same time; -1 means no limit.
  public var limit: Int
  /// Whether `next` returns nil for now.
  public var isSuspended = false

  /// Creates a queue without jobs.
  public init(limit: Int = -1) { self.limit = limit }

  /// How many jobs `next` has returned that have not finished.
  public var runningCount: Int {
    // TODO: What must be stored for this property, and for the next one?
    0
  }

  /// How many jobs wait or run.
  public var count: Int { 0 }

  /// Adds a job after those of its priority that were added before.
  public mutating func add(_ job: Job, priority: Priority = .normal, isReady: Bool = true) -> Ticket {
    // TODO: Where is it stored, and how is it found by its ticket?
    0
  }

  /// Records that a waiting job is ready; a second call changes nothing.
  public mutating func becameReady(_ ticket: Ticket) {
    // TODO: Does it come after the jobs that were ready before it?
  }

  /// Gives a waiting job another priority.
  public mutating func setPriority(_ priority: Priority, of ticket: Ticket) {
    // TODO: Which place does it keep?
  }

  /// Returns the next job, which runs from now on; nil if none may start.
  public mutating func next() -> (ticket: Ticket, job: Job)? {
    // TODO: Which jobs may not start, and which of the others is first?
    nil
  }

  /// Removes a job, whether it runs or still waits.
  public mutating func finished(_ ticket: Ticket) {
    // TODO: Which calls free a slot?
  }
}
