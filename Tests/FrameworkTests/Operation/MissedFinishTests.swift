import TestSupport
import Testing

@testable import MiniOperations

/// An operation in no queue and without an observer is not notified when its dependencies finish; its node
/// counts them.
@Suite struct `Dependencies that finish without a notification` {
  @Test func `A task that announces the end itself leaves the rest to the default start`() {
    final class Early: MiniOperation, @unchecked Sendable {
      // Unchecked: one thread uses it.
      var isOver = false
      override var isFinished: Bool { isOver }
      override func main() {
        willChangeValue(forKey: "isFinished")
        isOver = true
        didChangeValue(forKey: "isFinished")
      }
    }
    let (operation, trace) = (Early(), Trace())
    let executing = operation.observe(\.isExecuting, options: .new) { trace("executing \($1.newValue!)") }
    let finished = operation.observe(\.isFinished, options: [.new, .prior]) { _, change in
      trace(change.isPrior ? "will finish" : "finished \(change.newValue!)")
    }
    operation.start()
    #expect(trace.events == ["executing true", "will finish", "finished true", "executing false"])
    withExtendedLifetime((executing, finished)) {}
  }

  @Test(arguments: ["read", "observed", "added", "read, observed", "read, added", "observed, added"])
  func `Each is counted once, however the operation checks`(looks: String) {
    let steps = QueueSteps()
    let (first, second) = (PlainOperation("first"), PlainOperation("second"))
    let operation = steps.operation("A")
    for dependency in [first, second] { operation.addDependency(dependency) }
    first.start()
    if looks.contains("read") { #expect(!operation.isReady) }
    let observation = looks.contains("observed") ? operation.observe(\.isReady) { _, _ in } : nil
    if looks.contains("added") { steps.add(operation) }
    #expect(!operation.isReady)
    second.start()
    #expect(operation.isReady)
    if !looks.contains("added") { steps.add(operation) }
    steps.run()
    #expect(steps.trace.events == ["A"])
    withExtendedLifetime(observation) {}
  }
}
