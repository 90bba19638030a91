// The second half of the exercises; the list of all is in Catalogue+Exercises.

let exercise09 = Exercise(
  9, "NetworkThread", "A mailbox with one thread that loses no message", points: .init(core: 7, depth: 3),
  after: [15],
  files: ["NetworkThread.swift"])

let exercise10 = Exercise(
  10, "ThreadSafeState", "Check and change as one, and a caller that is told",
  points: .init(core: 7, depth: 3), after: [16],
  files: ["ThreadSafeState.swift"])

let exercise11 = Exercise(
  11, "ExactlyOnce", "A completion that runs exactly once", points: .init(core: 7, depth: 3), after: [17],
  files: ["ExactlyOnce.swift"])

let exercise12 = Exercise(
  12, "PauseResume", "Pause and resume, done right", points: .init(core: 10, depth: 5), after: [18, 20],
  files: ["PauseResume.swift"])

let exercise13 = Exercise(
  13, "Archive", "Unfinished work, saved and brought back", points: .init(core: 10, depth: 5), after: [19],
  files: ["Archive.swift"])

let exercise14 = Exercise(
  14, "AsyncBridge", "await an operation's value", points: .init(core: 10, depth: 5), after: [21],
  files: ["AsyncBridge.swift"])

let exercise15 = Exercise(
  15, "Retry", "Trying again, later each time", points: .init(core: 7, depth: 3), after: [22],
  files: ["Retry.swift"])
