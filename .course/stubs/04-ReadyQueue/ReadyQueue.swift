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

  /// How many jobs may run at the same time; -1 for any number.
  public var limit: Int
  /// Whether no job is handed out for now.
  public var isSuspended = false

  /// Makes a queue without jobs.
  public init(limit: Int = -1) { self.limit = limit }

  /// How many jobs were handed out and have not finished.
  public var runningCount: Int {
    // TODO: What has to be remembered for this one, and for the next?
    0
  }

  /// How many jobs are here, waiting or running.
  public var count: Int { 0 }

  /// Takes in a job, behind those of its priority that were added before.
  public mutating func add(_ job: Job, priority: Priority = .normal, isReady: Bool = true) -> Ticket {
    // TODO: Where does it stand, and how is it found again?
    0
  }

  /// Records that a waiting job could run now.
  public mutating func becameReady(_ ticket: Ticket) {
    // TODO: Does its place come after those that were ready before it?
  }

  /// Records that a waiting job is more urgent, or less, than it was.
  public mutating func setPriority(_ priority: Priority, of ticket: Ticket) {
    // TODO: What does it keep?
  }

  /// Hands out the job that is next, which runs from now on; nil when none may begin.
  public mutating func next() -> (ticket: Ticket, job: Job)? {
    // TODO: Which jobs may not begin, and which of the others is first?
    nil
  }

  /// Records that a job is over, even one that never ran, and removes it.
  public mutating func finished(_ ticket: Ticket) {
    // TODO: Which ends free a slot?
  }
}
