import Stage1Life
import Stage2Lock
import Stage3Dependencies
import Stage4Observation
import Stage5Queue
import Stage6Workers

/// A scenario, compiled with one stage: reports what happens, and returns whether all went well.
typealias Scenario = @Sendable (@escaping @Sendable (String) -> Void) -> Bool

/// One stage of the framework: what it is about, which file it is, and what breaks it.
struct Stage: Sendable {
  let number: Int
  let name: String
  /// A question that the reader should be able to answer afterwards.
  let question: String
  /// The news of this stage, in a sentence or two.
  let adds: String
  /// The stage's own file; the other files in its folder are scenarios or links to earlier files.
  let file: String
  /// The rows of the behaviour table that it satisfies; all others it does not.
  let rows: [String]
  /// The scenario that breaks it; nil for the last stage.
  let breaks: Break?

  var folder: String { "Stage\(number)\(name)" }
  var path: String { "\(folder)/\(file)" }

  /// A scenario that this stage does not survive and the next one does.
  struct Break: Sendable {
    let sentence: String
    let file: String
    let here: Scenario
    let onTheNext: Scenario
  }
}

extension Stage {
  static let all: [Stage] = [
    Stage(
      number: 1, name: "Life",
      question: "What does a task gain when it becomes an object, and what must the object promise?",
      adds: "One operation with a life of three phases. It is started by hand, runs once, and can be "
        + "cancelled.",
      file: "Operation.swift", rows: Rows.ofLife,
      breaks: Break(
        sentence: "Two threads start the same operation: it must run once.",
        file: "StartedTwice.swift",
        here: { Stage1Life.startedTwice($0) }, onTheNext: { Stage2Lock.startedTwice($0) })),
    Stage(
      number: 2, name: "Lock",
      question: "How do several threads use one object, and what must not happen while a lock is held?",
      adds: "Everything that changes is one value under one lock. The value decides; the caller acts after "
        + "unlocking.",
      file: "Operation.swift", rows: Rows.ofLife,
      breaks: Break(
        sentence: "Resizing needs the picture that the download brings: it must not begin without it.",
        file: "StartedTooEarly.swift",
        here: { Stage2Lock.startedTooEarly($0) }, onTheNext: { Stage3Dependencies.startedTooEarly($0) })),
    Stage(
      number: 3, name: "Dependencies",
      question: "How does one operation wait for others, and which side remembers it?",
      adds: "Readiness: an operation counts its unfinished dependencies, and each of them decrements the "
        + "count when it has finished. A thread can wait for an operation, too.",
      file: "Operation.swift", rows: Rows.ofDependencies,
      breaks: Break(
        sentence:
          "A download returns from main() before its data has arrived: it must not count as finished.",
        file: "EndedTooEarly.swift",
        here: { Stage3Dependencies.endedTooEarly($0) },
        onTheNext: { Stage4Observation.endedTooEarly($0) })),
    Stage(
      number: 4, name: "Observation",
      question: "When has an operation finished, and how is other code notified?",
      adds:
        "Changes are announced under a key, and observers are notified. An operation has finished when it "
        + "announces that, not when start() returns.",
      file: "Operation.swift", rows: Rows.ofObservation,
      breaks: Break(
        sentence: "An operation becomes ready after it was added to a queue: the queue must start it then.",
        file: "LeftWaiting.swift",
        here: { Stage4Observation.leftWaiting($0) }, onTheNext: { Stage5Queue.leftWaiting($0) })),
    Stage(
      number: 5, name: "Queue",
      question: "Which operation is next, and what does a queue need to know to decide that?",
      adds: "A queue: a schedule, which is a value without threads, one lock around it, and an observer for "
        + "each operation. It starts each one on a new thread.",
      file: "Queue.swift", rows: Rows.ofQueue,
      breaks: Break(
        sentence: "A hundred short operations run one at a time: that must not cost a hundred threads.",
        file: "ThreadForEach.swift",
        here: { Stage5Queue.threadForEach($0) }, onTheNext: { Stage6Workers.threadForEach($0) })),
    Stage(
      number: 6, name: "Workers",
      question: "How are threads started and ended as they are needed, without a lost call?",
      adds: "Workers: threads that take one piece after the other. One is started when none is free, and "
        + "ends after a second without work. The next operation is chosen when a worker is free.",
      file: "Queue.swift", rows: Rows.ofQueue,
      breaks: nil),
  ]

  /// Features of the framework that the last stage lacks.
  static let whatTheFrameworkAdds = [
    "speed: its steps do not walk through all operations",
    "mistakes are reported with their repair: a start too early, an operation added twice",
    "old and new values for observers, key paths, and observations that end",
    "dependencies can be removed; a million of them do not overflow the stack when they are released",
    "barriers, progress, quality of service, underlying dispatch queues, the main queue",
    "operations of several blocks, invocations, newest-first order",
    "a report that explains why a queue stalls, and cycles of dependencies found",
    "locks and threads that the Explorer can take over",
  ]
}

/// The rows of the behaviour table by the stage on which they begin to hold.
private enum Rows {
  /// One operation, started by hand; the lock adds no row but makes these hold for several threads.
  static let ofLife = [
    "O1", "O2", "O3", "O4", "O6", "O8", "O9", "O10", "O11", "O32",
  ]
  /// Dependencies and their dependents.
  static let ofDependencies =
    ofLife + [
      "O13", "O15", "O16", "O18", "O21", "O22", "O28",
    ]
  /// Notifications, late finishes, completion blocks.
  static let ofObservation =
    ofDependencies + [
      "O7", "O12", "O26", "O27", "O30", "O34",
    ]
  /// Rows that a queue adds; workers change none of them.
  static let ofQueue =
    ofObservation + [
      "O14", "O17", "O23", "O24", "O35", "O36", "O38", "Q1", "Q2", "Q3", "Q4", "Q6", "Q7", "Q9", "Q10",
      "Q11", "Q12", "Q13", "Q14", "Q16", "Q25", "Q27", "Q28",
    ]
}
