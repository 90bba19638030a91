import Explorer
import Testing

@testable import MiniOperations

/// Expects that a scenario passes in every schedule, by default with at most two preemptions.
func check(
  _ name: String, _ settings: Settings = Settings(), sourceLocation: SourceLocation = #_sourceLocation,
  _ body: @escaping @Sendable (Stage) throws -> Void
) {
  let exploration = Explorer.explore(Scenario(name, body), settings)
  #expect(exploration.passed, "\(exploration)", sourceLocation: sourceLocation)
}

/// An operation that continues after its `main` until it is told to end.
final class ContinuingOperation: MiniOperation, @unchecked Sendable {
  // Unchecked: behind its own lock.
  private let mayEnd = Locked(false)

  override var isFinished: Bool { super.isFinished && mayEnd.withLock { $0 } }

  func end() {
    willChangeValue(forKey: "isFinished")
    mayEnd.withLock { $0 = true }
    didChangeValue(forKey: "isFinished")
  }
}
