extension Catalogue {
  /// The lessons, in their order.
  public static let lessons: [Lesson] = [
    Lesson(0, "FirstQueue", "What are an operation and a queue for?"),
    Lesson(1, "SingleShot", "An operation as an object with a state, started by hand"),
    Lesson(2, "NonConcurrent", "A task that ends where main returns, and errors that must not escape"),
    Lesson(3, "CooperativeCancel", "The three places to check isCancelled, and cleaning up"),
    Lesson(4, "Concurrent", "A start of one's own, synchronous and asynchronous"),
    Lesson(5, "Notifications", "What observes which key; forgotten and misspelt keys"),
    Lesson(6, "InsideTheQueue", "The way of an operation through a queue, from adding to finishing"),
    Lesson(7, "Order", "Readiness, gates, priority, dependencies and cycles"),
    Lesson(8, "DependencyChain", "Two downloads, one after the other"),
    Lesson(9, "LastInFirstOut", "The newest first: by dependencies, and properly"),
    Lesson(10, "Suspend", "Ten thousand operations, held and let go by a key"),
    Lesson(11, "SerialSuspend", "A suspended queue lets the running operation end"),
    Lesson(12, "CancelChecks", "A check in each iteration against a check after each stage"),
    Lesson(13, "CancelInTheQueue", "Cancelled dependencies, suspended queues"),
    Lesson(14, "StateMachine", "States as numbers, their keys, and the legal transitions"),
    Lesson(15, "NetworkThread", "One thread that serves many operations"),
    Lesson(16, "MyOperation", "The whole class of the documents"),
    Lesson(17, "CompletionBlock", "When a completion block runs, where, and what it keeps alive"),
    Lesson(18, "PauseResume", "Pause and resume as written, and repaired"),
    Lesson(19, "Archive", "Operations in a file, brought back when the connection is"),
    Lesson(20, "RacesExplored", "The schedules that break a class, as tables"),
    Lesson(21, "AsyncAwait", "Bridges between operations and tasks"),
    Lesson(22, "Advanced", "Conditions, groups, retry and timeouts"),
  ]
}
