import Documents
import Explorer
import MiniOperations
import TestSupport
import Testing

/// An operation that can be paused, as written or repaired.
protocol Pausable: MiniOperation {
  var isPaused: Bool { get }
  func pause()
  func resume()
}

extension MyOperation: Pausable {}
extension Repaired.MyOperation: Pausable {}

/// Makes the operation of a scenario; the closure is its task.
typealias MakePausable =
  @Sendable (RunLoopThread, @escaping @Sendable (any Pausable) -> Void) -> any Pausable

/// The objects of a scenario with one pausable operation, made again for each schedule.
struct Cast {
  let runs = Counter()
  let operation: any Pausable

  /// The task counts its runs, and then does what the scenario says.
  init(_ make: MakePausable, task: @escaping @Sendable (any Pausable, Int) -> Void = { _, _ in }) {
    let runs = runs
    operation = make(RunLoopThread(name: "N")) { operation in
      runs.raise()
      task(operation, runs.value)
    }
  }
}

/// Expects that some schedule breaks `claim`, and that the shortest one looks like `rows`.
///
/// Of its table, only marked rows count and rows that show a change of an operation. How often a lock is
/// acquired on the way, or a value is read, does not matter for the trap.
func expectFound(
  _ scenario: Scenario, _ claim: String, _ rows: [String],
  sourceLocation: SourceLocation = #_sourceLocation
) async {
  let exploration = await explored(scenario)
  guard let finding = exploration.finding else {
    Issue.record("Nothing was found in \(exploration.summary).", sourceLocation: sourceLocation)
    return
  }
  #expect(finding.message.contains(claim), sourceLocation: sourceLocation)
  #expect(exploration.table?.tellingSteps == rows, sourceLocation: sourceLocation)
}

/// Expects that no schedule with at most this many preemptions breaks a claim.
func expectHolds(
  _ scenario: Scenario, preemptions: Int = 2, sourceLocation: SourceLocation = #_sourceLocation
) async {
  var settings = Settings(.exhaustive(preemptions: preemptions))
  // Other tests run in this process at the same time, and it grows by what they need.
  settings.maxMemoryGrowth = .max
  let exploration = await explored(scenario, settings)
  #expect(exploration.passed, "\(exploration)", sourceLocation: sourceLocation)
}

/// Explores on a thread of its own: a thread of the cooperative pool must not be kept waiting for so long.
func explored(_ scenario: Scenario, _ settings: Settings = Settings()) async -> Exploration {
  await withCheckedContinuation { continuation in
    Threads.start(named: "explorer") {
      continuation.resume(returning: Explorer.explore(scenario, settings))
    }
  }
}

extension ThreadTable {
  /// The rows that show a change of an operation, and the marked ones, with an arrow.
  fileprivate var tellingSteps: [String] {
    rows.compactMap { row in
      let isDetail =
        ["lock ", "unlock ", "read ", "look at "].contains { row.text.hasPrefix($0) }
        || row.text.contains(" change ")
      // A marked lock counts if it is the program's, which has a name.
      let locks = ["MyOperationLock", "queue lock", "pool"]
      let isCrux = row.isMarked && locks.contains(where: row.text.contains)
      return isDetail && !isCrux ? nil : "\(row.thread): \(row.text)\(row.isMarked ? " ◀" : "")"
    }
  }
}
