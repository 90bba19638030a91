import TestSupport
import Testing

@testable import MiniOperations

/// An operation in no queue and without an observer is not told of ends; its details count them.
@Suite(.watched) struct `Ends of dependencies that an operation was not told of` {
  @Test(arguments: ["read", "observed", "added", "read, observed", "read, added", "observed, added"])
  func `Each is counted once, whatever makes the operation look`(looks: String) {
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
