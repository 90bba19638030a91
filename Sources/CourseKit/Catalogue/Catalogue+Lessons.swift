extension Catalogue {
  /// The lessons, in their order.
  public static let lessons: [LessonEntry] = [
    LessonEntry(0, "FirstQueue", "What are an operation and a queue for?"),
    LessonEntry(1, "SingleShot", "An operation as an object with a state, started by hand"),
    LessonEntry(2, "NonConcurrent", "A task that ends where main returns, and errors that must not escape"),
    LessonEntry(3, "CooperativeCancel", "The three places to check isCancelled, and cleaning up"),
    LessonEntry(4, "Concurrent", "A start of your own, synchronous and asynchronous"),
    LessonEntry(5, "Notifications", "What observes which key; forgotten and misspelt keys"),
    LessonEntry(6, "InsideTheQueue", "The way of an operation through a queue, from adding to finishing"),
    LessonEntry(7, "Order", "Readiness, gates, priority, dependencies and cycles"),
    LessonEntry(8, "DependencyChain", "Two downloads, one after the other"),
    LessonEntry(9, "LastInFirstOut", "The newest first: by dependencies, and properly"),
    LessonEntry(10, "Suspend", "Ten thousand operations, held and let go by a key"),
    LessonEntry(11, "SerialSuspend", "A suspended queue lets the running operation end"),
    LessonEntry(12, "CancelChecks", "A check in each iteration against a check after each stage"),
    LessonEntry(13, "CancelInTheQueue", "Cancelled dependencies, suspended queues"),
    LessonEntry(14, "StateMachine", "States as numbers, their keys, and the legal transitions"),
    LessonEntry(15, "NetworkThread", "One thread that serves many operations"),
    LessonEntry(16, "MyOperation", "The whole class of the documents"),
    LessonEntry(17, "CompletionBlock", "When a completion block runs, where, and what it keeps alive"),
    LessonEntry(18, "PauseResume", "Pause and resume as written, and repaired"),
    LessonEntry(19, "Archive", "Operations in a file, brought back when the connection is"),
    LessonEntry(20, "RacesExplored", "The schedules that break a class, as tables"),
    LessonEntry(21, "AsyncAwait", "Bridges between operations and tasks"),
    LessonEntry(22, "Advanced", "Conditions, groups, retry and timeouts"),
  ]
}
