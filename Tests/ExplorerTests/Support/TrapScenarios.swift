import AsWritten
import Explorer
import MiniOperations
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
typealias MakePausable = @Sendable (RunLoopThread, @escaping @Sendable () -> Void) -> any Pausable

/// What a scenario with one pausable operation works with, made anew for each schedule.
struct Cast {
  let network = RunLoopThread(name: "N")
  let runs = Counter()
  let operation: any Pausable

  /// The task counts its runs, and then does what the scenario says.
  init(_ make: MakePausable, task: @escaping @Sendable (any Pausable, Int) -> Void = { _, _ in }) {
    let (runs, me) = (runs, Weak())
    operation = make(network) {
      runs.raise()
      if let operation = me.operation { task(operation, runs.value) }
    }
    me.operation = operation
  }

  private final class Weak: @unchecked Sendable {
    // Unchecked: it is set before the operation can run.
    weak var operation: (any Pausable)?
  }
}

/// Expects that some schedule breaks `claim`, and that the shortest one found looks like `rows`.
func expectFound(
  _ scenario: Scenario, _ claim: String, _ rows: [String],
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let exploration = Explorer.explore(scenario)
  print(exploration, "runs", exploration.runs)
  guard let finding = exploration.finding else {
    Issue.record("nothing was found in \(exploration.summary)", sourceLocation: sourceLocation)
    return
  }
  #expect(finding.message.contains(claim), sourceLocation: sourceLocation)
}

/// Expects that no schedule with at most two preemptions breaks a claim.
func expectHolds(_ scenario: Scenario, sourceLocation: SourceLocation = #_sourceLocation) {
  let exploration = Explorer.explore(scenario)
  print(exploration, "runs", exploration.runs)
  #expect(exploration.passed, sourceLocation: sourceLocation)
}
