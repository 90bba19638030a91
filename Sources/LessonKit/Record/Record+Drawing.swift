extension Record {
  /// The timeline as data: the phases of operations, the work of threads, the suspensions of queues.
  ///
  /// All times are nanoseconds since the lesson began. An operation is identified by its index in `operations`.
  public struct Drawing: Codable, Equatable, Sendable {
    /// A stretch of time in which an operation was in one condition.
    public struct Phase: Codable, Equatable, Sendable {
      /// `waiting`, `ready`, `running`, `inProgress`, `paused` or `silent`.
      public var kind: String
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
  init(_ model: TimelineModel) {
    begin = model.begin
    end = model.end
    mostAtOnce = model.mostAtOnce
    summary = model.summary
    operations = zip(model.operations, model.edges).map { life, edges in
      Operation(
        name: life.name, began: life.began, cancelled: life.cancelled, finished: life.finished,
        resumed: life.resumed, after: edges, phases: life.phases.map(Phase.init),
        runs: life.runs.map(Phase.init))
    }
    threads = model.lanes.map { lane in
      Thread(
        name: lane.name, isServing: lane.isServing,
        runs: lane.runs.map { Thread.Run(operation: $0.operation, from: $0.phase.from, to: $0.phase.to) })
    }
    queues = model.queues.map { queue in
      Queue(
        name: queue.name,
        suspensions: queue.suspensions.map { Queue.Suspension(from: $0.from, to: $0.to) })
    }
  }
}

extension Record.Drawing.Phase {
  fileprivate init(_ phase: OperationTimeline.Phase) {
    self.init(
      kind: "\(phase.kind)", from: phase.from, to: phase.to,
      thread: phase.thread.isEmpty ? nil : phase.thread)
  }
}
