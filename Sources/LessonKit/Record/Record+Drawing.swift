extension Record {
  /// The timeline as data: the lives of operations, the work of threads, the suspensions of queues.
  ///
  /// All times are nanoseconds since the lesson began. An operation is named by its place in `operations`.
  public struct Drawing: Codable, Equatable, Sendable {
    /// A stretch of time in which an operation was in one condition.
    public struct Phase: Codable, Equatable, Sendable {
      /// `waiting`, `ready`, `running`, `inProgress`, `paused` or `silent`.
      public var kind: String
      /// When it began.
      public var from: Int
      /// When it ended.
      public var to: Int
      /// The thread that worked; nil where none did.
      public var thread: String?
    }

    /// The life of one operation.
    public struct Operation: Codable, Equatable, Sendable {
      /// Its name, with a number behind it where others have the same.
      public var name: String
      /// When the watching began.
      public var began: Int
      /// When it was cancelled first.
      public var cancelled: Int?
      /// When it announced its end.
      public var finished: Int?
      /// When it was resumed.
      public var resumed: [Int]
      /// The places of the operations that it waited for.
      public var after: [Int]
      /// Its conditions, one after the other.
      public var phases: [Phase]
      /// When a thread worked for it; these lie above the phases.
      public var runs: [Phase]
    }

    /// What a thread worked on.
    public struct Thread: Codable, Equatable, Sendable {
      /// A piece of work.
      public struct Run: Codable, Equatable, Sendable {
        /// The place of the operation; nil for a message that belongs to none.
        public var operation: Int?
        /// When it began.
        public var from: Int
        /// When it ended.
        public var to: Int
      }

      /// Its name, with a number behind it where others have the same.
      public var name: String
      /// Whether it takes messages, and so serves many operations.
      public var isServing: Bool
      /// What it worked on, one piece after the other.
      public var runs: [Run]
    }

    /// When a queue was suspended.
    public struct Queue: Codable, Equatable, Sendable {
      /// From the suspension to the resumption; `to` is nil where there was none.
      public struct Suspension: Codable, Equatable, Sendable {
        /// When it was suspended.
        public var from: Int
        /// When it was resumed.
        public var to: Int?
      }

      /// Its name.
      public var name: String
      /// All of them, in their order.
      public var suspensions: [Suspension]
    }

    /// When the first thing was watched.
    public var begin: Int
    /// When the last thing happened.
    public var end: Int
    /// How many operations were in progress at once, at most.
    public var mostAtOnce: Int
    /// What became of all of them, in a few short sentences without full stops.
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
  init(_ lives: Lives) {
    begin = lives.begin
    end = lives.end
    mostAtOnce = lives.mostAtOnce
    summary = lives.summary
    operations = zip(lives.operations, lives.edges).map { life, edges in
      Operation(
        name: life.name, began: life.began, cancelled: life.cancelled, finished: life.finished,
        resumed: life.resumed, after: edges, phases: life.phases.map(Phase.init),
        runs: life.runs.map(Phase.init))
    }
    threads = lives.lanes.map { lane in
      Thread(
        name: lane.name, isServing: lane.isServing,
        runs: lane.runs.map { Thread.Run(operation: $0.operation, from: $0.phase.from, to: $0.phase.to) })
    }
    queues = lives.queues.map { queue in
      Queue(
        name: queue.name,
        suspensions: queue.suspensions.map { Queue.Suspension(from: $0.from, to: $0.to) })
    }
  }
}

extension Record.Drawing.Phase {
  fileprivate init(_ phase: Life.Phase) {
    self.init(
      kind: "\(phase.kind)", from: phase.from, to: phase.to,
      thread: phase.thread.isEmpty ? nil : phase.thread)
  }
}
