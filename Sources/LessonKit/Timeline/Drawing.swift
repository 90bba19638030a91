import Foundation
import Terminal

extension Record {
  /// The timeline as data: the phases of operations, the work of threads, the suspensions of queues.
  ///
  /// All times are nanoseconds since the lesson began. An operation is identified by its index in
  /// `operations`.
  public struct Drawing: Codable, Equatable, Sendable {
    /// A stretch of time in which an operation was in one condition.
    public struct Phase: Codable, Equatable, Sendable {
      /// The condition of an operation.
      public enum Kind: String, Codable, CaseIterable, Sendable {
        /// It is not ready: it waits for a dependency, or for a condition of its own.
        case waiting
        /// It is ready and has not been started.
        case ready
        /// A thread works for it: a call of `start()`, of `main()`, of a block or for a message has not
        /// returned.
        case running
        /// It has announced that it executes, and no thread works for it: for example, it waits for an
        /// answer.
        case inProgress
        /// It is paused.
        case paused
        /// It has executed and has not announced that it is finished.
        case silent
      }

      /// What was the case.
      public var kind: Kind
      /// When it began.
      public var from: Int
      /// When it ended.
      public var to: Int
      /// The thread that worked; nil if none did.
      public var thread: String?
    }

    /// The life of one operation.
    public struct Operation: Codable, Equatable, Sendable {
      /// Its name, with a number after it if others have the same name.
      public var name: String
      /// When the lesson began to watch it.
      public var began: Int
      /// When it was first cancelled.
      public var cancelled: Int?
      /// When it announced its end.
      public var finished: Int?
      /// When it was resumed.
      public var resumed: [Int]
      /// The indices of the operations that it waited for.
      public var after: [Int]
      /// Its conditions, in order.
      public var phases: [Phase]
      /// When a thread worked for it; drawn on top of the phases.
      public var runs: [Phase]
    }

    /// What a thread worked on.
    public struct Thread: Codable, Equatable, Sendable {
      /// A piece of work.
      public struct Run: Codable, Equatable, Sendable {
        /// The index of the operation; nil for a message that belongs to none.
        public var operation: Int?
        /// When it began.
        public var from: Int
        /// When it ended.
        public var to: Int
      }

      /// Its name, with a number after it if others have the same name.
      public var name: String
      /// Whether it takes messages, and so serves many operations.
      public var isServing: Bool
      /// What it worked on, in order.
      public var runs: [Run]
    }

    /// When a queue was suspended.
    public struct Queue: Codable, Equatable, Sendable {
      /// From the suspension to the resumption; `to` is nil if the queue was not resumed.
      public struct Suspension: Codable, Equatable, Sendable {
        /// When it was suspended.
        public var from: Int
        /// When it was resumed.
        public var to: Int?
      }

      /// Its name.
      public var name: String
      /// All its suspensions, in order.
      public var suspensions: [Suspension]
    }

    /// When the lesson began to watch the first object.
    public var begin: Int
    /// When the last event happened.
    public var end: Int
    /// The largest number of operations in progress at once.
    public var mostAtOnce: Int
    /// A summary of all operations, in a few short sentences without full stops.
    public var summary: [String]
    /// The operations in the order in which they were watched.
    public var operations: [Operation]
    /// The threads that worked for them.
    public var threads: [Thread]
    /// The queues that were watched.
    public var queues: [Queue]
  }
}

extension Record.Drawing {
  /// A number from this time on.
  struct Count: Equatable {
    let time: Int
    var number: Int
  }

  /// How many threads worked for an operation.
  var running: [Count] {
    Record.Drawing.count(
      threads.flatMap { $0.runs.filter { $0.operation != nil }.map { ($0.from, $0.to) } })
  }

  /// How many operations had announced that they execute, with or without a thread.
  var inProgress: [Count] {
    Record.Drawing.count(
      operations.flatMap { $0.phases.filter { $0.kind == .inProgress }.map { ($0.from, $0.to) } })
  }

  private static func count(_ spans: [(from: Int, to: Int)]) -> [Count] {
    var changes = spans.flatMap { [($0.from, 1), ($0.to, -1)] }
    changes.sort { $0.0 < $1.0 }
    var counts: [Count] = []
    var number = 0
    for (time, change) in changes {
      number += change
      if counts.last?.time == time {
        counts[counts.count - 1].number = number
      } else {
        counts.append(Count(time: time, number: number))
      }
    }
    return counts
  }

  /// A summary of all operations, in a few short sentences without full stops.
  var words: [String] {
    let cancelled = operations.count { $0.cancelled != nil }
    let unfinished = operations.count { $0.finished == nil }
    var parts = [counted(operations.count, "operation") + " in \((end - begin).asDuration)"]
    if mostAtOnce > 0 { parts.append("At most \(mostAtOnce) in progress at once") }
    if !threads.isEmpty { parts.append("On \(counted(threads.count, "thread"))") }
    if cancelled > 0 { parts.append("\(cancelled.grouped) cancelled") }
    if unfinished > 0 { parts.append("\(unfinished.grouped) not finished") }
    return parts
  }
}

extension Record.Drawing.Operation {
  /// Whether it was finished and executing at once, which is a fault.
  var runsFinished: Bool {
    finished.map { time in phases.contains { $0.kind == .inProgress && $0.to > time } } ?? false
  }
}

extension Record.Drawing.Thread {
  /// How much work the thread did.
  var summary: String {
    let messages = runs.count { $0.operation == nil }
    let operations = Set(runs.compactMap(\.operation)).count
    if operations == 0 { return counted(messages, "message") }
    if isServing { return "serves \(counted(operations, "operation"))" }
    return counted(operations, "operation") + (messages > 0 ? ", \(counted(messages, "message"))" : "")
  }
}

extension Int {
  /// These nanoseconds in a suitable unit, with three digits.
  var asDuration: String {
    for (unit, size) in [("s", 1_000_000_000), ("ms", 1_000_000), ("µs", 1_000)] where self >= size {
      let value = Double(self) / Double(size)
      return String(format: value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%.0f", value) + " \(unit)"
    }
    return "\(self) ns"
  }
}
