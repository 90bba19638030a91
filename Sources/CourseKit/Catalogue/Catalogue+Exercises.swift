extension Catalogue {
  /// The exercises, in their order.
  package static let exercises: [Exercise] = [
    Exercise(1, "WorkAndErrors", "Work and errors", core: 4, depth: 1, after: 2),
    Exercise(2, "CancelAndCleanUp", "Cancel and clean up", core: 4, depth: 1, after: 3),
    Exercise(3, "ReadyQueue", "The ready queue", core: 7, depth: 3, after: 5),
    Exercise(4, "ConcurrentOperation", "A concurrent operation", core: 7, depth: 3, after: 6, 7),
    Exercise(5, "Pipeline", "A pipeline", core: 7, depth: 3, after: 5, 8),
    Exercise(6, "LastInFirstOut", "The newest first", core: 7, depth: 3, after: 9),
    Exercise(7, "SerialSuspend", "One at a time, with a pause in between", core: 7, depth: 3, after: 11),
    Exercise(8, "StandsStill", "Five queues that stand still", core: 7, depth: 3, after: 14),
    Exercise(9, "Transitions", "States, their keys, and the legal transitions", core: 4, depth: 1, after: 15),
    Exercise(10, "NetworkThread", "One thread with a mailbox", core: 7, depth: 3, after: 16),
    Exercise(11, "ThreadSafeState", "A status that several threads change", core: 7, depth: 3, after: 17),
    Exercise(12, "ExactlyOnce", "Exactly once", core: 7, depth: 3, after: 18),
    Exercise(13, "Archive", "Save and restore", core: 10, depth: 5, after: 20),
    Exercise(14, "PauseResume", "Pause and resume", core: 10, depth: 5, after: 19, 21),
    Exercise(15, "AsyncBridge", "Await an operation's value", core: 10, depth: 5, after: 24),
    Exercise(16, "Retry", "Try again, later each time", core: 7, depth: 3, after: 25),
  ]
}
