import TestSupport
import Testing

@testable import MiniOperations

/// A stall report that is made in the middle of an announcement does not call it missing.
@Suite struct `A stall report during an announcement` {
  @Test func `An operation that is ending is not missing its announcement`() {
    let (steps, reports) = (QueueSteps(), Trace())
    let operation = PlainOperation("A")
    let observation = operation.observe(\.isFinished) { [queue = steps.queue] _, _ in
      reports("\(queue.stallReport().lines.map(\.reason))")
    }
    steps.add(operation)
    steps.run()
    #expect(reports.events == ["[]"])
    observation.invalidate()
  }

  @Test func `Between "will" and "did" an operation is announcing`() {
    let (steps, reports) = (QueueSteps(), Trace())
    let manual = BracketedOperation { [queue = steps.queue] in
      reports("\(queue.stallReport().lines.map(\.reason))")
    }
    steps.add(manual)
    steps.run()
    manual.end()
    let expected = "is announcing a change: didChangeValue(forKey:) has not returned yet"
    #expect(reports.events == ["[\(expected)]"])
    #expect(manual.announcements.load(ordering: .relaxed) == 0)
  }

  /// Makes a report between the change of `isFinished` and its announcement.
  private final class BracketedOperation: MiniOperation, @unchecked Sendable {
    // Unchecked: the state is behind its own lock, the rest is constant.
    private let finished = Locked(false)
    private let between: @Sendable () -> Void
    init(_ between: @escaping @Sendable () -> Void) { self.between = between }

    override var isFinished: Bool { finished.withLock { $0 } }
    override func start() {}

    func end() {
      willChangeValue(forKey: "isFinished")
      finished.withLock { $0 = true }
      between()
      didChangeValue(forKey: "isFinished")
    }
  }
}
