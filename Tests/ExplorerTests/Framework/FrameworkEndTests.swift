import Explorer
import Testing

@testable import MiniOperations

/// Who announces the end of an operation that overrides `isFinished`, under every schedule.
@Suite(.serialized) struct `The end of an operation under every schedule` {
  private func check(_ name: String, _ body: @escaping @Sendable (Stage) throws -> Void) {
    let exploration = Explorer.explore(Scenario(name, body))
    #expect(exploration.passed, "\(exploration)")
  }

  /// An operation whose `isFinished` is its own, and is announced when its work elsewhere is done.
  private final class OwnEnd: MiniOperation, @unchecked Sendable {
    // Unchecked: behind its own lock.
    private let isDone = Locked(false)

    override var isFinished: Bool { isDone.withLock { $0 } }

    func end() {
      willChangeValue(forKey: "isFinished")
      isDone.withLock { $0 = true }
      didChangeValue(forKey: "isFinished")
    }
  }

  @Test func `O40: an end that the framework and a subclass announce at once is observed once`() {
    check("the end announced twice") { stage in
      let operation = OwnEnd()
      let ends = Locked(0)
      let observation = operation.observe(\.isFinished, options: [.new]) { _, change in
        if change.newValue == true { ends.withLock { $0 += 1 } }
      }
      stage.thread("A") { operation.start() }
      stage.thread("B") { operation.end() }
      stage.finally {
        withExtendedLifetime(observation) {}
        stage.expect(ends.withLock { $0 } == 1, "observed \(ends.withLock { $0 }) times")
      }
    }
  }
}
