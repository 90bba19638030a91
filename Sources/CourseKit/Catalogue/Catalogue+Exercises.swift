extension Catalogue {
  /// The exercises, in their order.
  package static let exercises: [Exercise] = [
    exercise01, exercise02, exercise03, exercise04, exercise05,
    exercise06, exercise07, exercise08, exercise09, exercise10,
    exercise11, exercise12, exercise13, exercise14, exercise15,
  ]
}

private let exercise01 = Exercise(
  1, "WorkAndErrors", "A task that reports its result or its error and always finishes",
  points: .init(core: 4, depth: 1),
  after: [2],
  files: ["WorkAndErrors.swift"])

private let exercise02 = Exercise(
  2, "CancelAndCleanUp", "A loop that stops promptly and releases what it took",
  points: .init(core: 4, depth: 1), after: [3],
  files: ["CancelAndCleanUp.swift"])

private let exercise03 = Exercise(
  3, "ConcurrentOperation", "start and finish, announced in the right order",
  points: .init(core: 7, depth: 3), after: [4, 5],
  files: ["ConcurrentOperation.swift"])

private let exercise04 = Exercise(
  4, "ReadyQueue", "The heart of a scheduler: which operation is next", points: .init(core: 7, depth: 3),
  after: [6, 7],
  files: ["ReadyQueue.swift"])

private let exercise05 = Exercise(
  5, "Pipeline", "Steps that hand their results on", points: .init(core: 7, depth: 3), after: [7, 8],
  files: ["Pipeline.swift"])

private let exercise06 = Exercise(
  6, "LastInFirstOut", "The newest first, without losing concurrency", points: .init(core: 7, depth: 3),
  after: [9],
  files: ["LastInFirstOut.swift"])

private let exercise07 = Exercise(
  7, "SerialSuspend", "A serial runner whose suspend lets the running piece finish",
  points: .init(core: 7, depth: 3), after: [11],
  files: ["SerialSuspend.swift"])

private let exercise08 = Exercise(
  8, "Transitions", "States, their keys, and the legal transitions", points: .init(core: 4, depth: 1),
  after: [5],
  files: ["Transitions.swift"])
