import TestSupport
import Testing

@testable import MiniOperations

/// An operation in no queue and without an observer is not notified when its dependencies finish; its node
/// counts them.
@Suite struct `Dependencies that finish without a notification` {
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
