extension Catalogue {
  /// The exercises, in their order.
  package static let exercises: [Exercise] = [
    Exercise(
      1, "WorkAndErrors", "A task that reports its result or its error and always finishes",
      points: .init(core: 4, depth: 1), after: [2], files: ["WorkAndErrors.swift"]),
    Exercise(
      2, "CancelAndCleanUp", "A loop that stops promptly and releases what it took",
      points: .init(core: 4, depth: 1), after: [3], files: ["CancelAndCleanUp.swift"]),
    Exercise(
      3, "ReadyQueue", "The heart of a scheduler: which operation is next",
      points: .init(core: 7, depth: 3), after: [5], files: ["ReadyQueue.swift"]),
    Exercise(
      4, "ConcurrentOperation", "start and finish, announced in the right order",
      points: .init(core: 7, depth: 3), after: [6, 7], files: ["ConcurrentOperation.swift"]),
    Exercise(
      5, "Pipeline", "Steps that hand their results on",
      points: .init(core: 7, depth: 3), after: [5, 8], files: ["Pipeline.swift"]),
    Exercise(
      6, "LastInFirstOut", "The newest first, without losing concurrency",
      points: .init(core: 7, depth: 3), after: [9], files: ["LastInFirstOut.swift"]),
    Exercise(
      7, "SerialSuspend", "A serial runner whose suspend lets the running piece finish",
      points: .init(core: 7, depth: 3), after: [11], files: ["SerialSuspend.swift"]),
    Exercise(
      8, "StandsStill", "Five queues that stand still",
      points: .init(core: 7, depth: 3), after: [14], files: ["StandsStill.swift"]),
    Exercise(
      9, "Transitions", "States, their keys, and the legal transitions",
      points: .init(core: 4, depth: 1), after: [15], files: ["Transitions.swift"]),
    Exercise(
      10, "NetworkThread", "A mailbox with one thread that loses no message",
      points: .init(core: 7, depth: 3), after: [16], files: ["NetworkThread.swift"]),
    Exercise(
      11, "ThreadSafeState", "Check and change as one, and a caller that is told",
      points: .init(core: 7, depth: 3), after: [17], files: ["ThreadSafeState.swift"]),
    Exercise(
      12, "ExactlyOnce", "A completion that runs exactly once",
      points: .init(core: 7, depth: 3), after: [18], files: ["ExactlyOnce.swift"]),
    Exercise(
      13, "Archive", "Unfinished work, saved and brought back",
      points: .init(core: 10, depth: 5), after: [20], files: ["Archive.swift"]),
    Exercise(
      14, "PauseResume", "Pause and resume, done right",
      points: .init(core: 10, depth: 5), after: [19, 21], files: ["PauseResume.swift"]),
    Exercise(
      15, "AsyncBridge", "await an operation's value",
      points: .init(core: 10, depth: 5), after: [24], files: ["AsyncBridge.swift"]),
    Exercise(
      16, "Retry", "Trying again, later each time",
      points: .init(core: 7, depth: 3), after: [25], files: ["Retry.swift"]),
  ]
}
