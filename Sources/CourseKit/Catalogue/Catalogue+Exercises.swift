extension Catalogue {
  /// The exercises, in their order.
  package static let exercises: [Exercise] = [
    Exercise(
      1, "WorkAndErrors", "Work and errors",
      points: .init(core: 4, depth: 1), after: [2], files: ["WorkAndErrors.swift"]),
    Exercise(
      2, "CancelAndCleanUp", "Cancel and clean up",
      points: .init(core: 4, depth: 1), after: [3], files: ["CancelAndCleanUp.swift"]),
    Exercise(
      3, "ReadyQueue", "The ready queue",
      points: .init(core: 7, depth: 3), after: [5], files: ["ReadyQueue.swift"]),
    Exercise(
      4, "ConcurrentOperation", "A concurrent operation",
      points: .init(core: 7, depth: 3), after: [6, 7], files: ["ConcurrentOperation.swift"]),
    Exercise(
      5, "Pipeline", "A pipeline",
      points: .init(core: 7, depth: 3), after: [5, 8], files: ["Pipeline.swift"]),
    Exercise(
      6, "LastInFirstOut", "The newest first",
      points: .init(core: 7, depth: 3), after: [9], files: ["LastInFirstOut.swift"]),
    Exercise(
      7, "SerialSuspend", "One at a time, with a pause in between",
      points: .init(core: 7, depth: 3), after: [11], files: ["SerialSuspend.swift"]),
    Exercise(
      8, "StandsStill", "Five queues that stand still",
      points: .init(core: 7, depth: 3), after: [14], files: ["StandsStill.swift"]),
    Exercise(
      9, "Transitions", "States, their keys, and the legal transitions",
      points: .init(core: 4, depth: 1), after: [15], files: ["Transitions.swift"]),
    Exercise(
      10, "NetworkThread", "One thread with a mailbox",
      points: .init(core: 7, depth: 3), after: [16], files: ["NetworkThread.swift"]),
    Exercise(
      11, "ThreadSafeState", "A status that several threads change",
      points: .init(core: 7, depth: 3), after: [17], files: ["ThreadSafeState.swift"]),
    Exercise(
      12, "ExactlyOnce", "Exactly once",
      points: .init(core: 7, depth: 3), after: [18], files: ["ExactlyOnce.swift"]),
    Exercise(
      13, "Archive", "Save and restore",
      points: .init(core: 10, depth: 5), after: [20], files: ["Archive.swift"]),
    Exercise(
      14, "PauseResume", "Pause and resume",
      points: .init(core: 10, depth: 5), after: [19, 21], files: ["PauseResume.swift"]),
    Exercise(
      15, "AsyncBridge", "Await an operation's value",
      points: .init(core: 10, depth: 5), after: [24], files: ["AsyncBridge.swift"]),
    Exercise(
      16, "Retry", "Try again, later each time",
      points: .init(core: 7, depth: 3), after: [25], files: ["Retry.swift"]),
  ]
}
