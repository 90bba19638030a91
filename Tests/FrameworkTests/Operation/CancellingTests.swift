import TestSupport
import Testing

@testable import MiniOperations

@Suite struct `Cancelling an operation` {
  @Test func `O12: cancelled by many threads at once, it announces once`() async throws {
    let trace = Trace()
    let operation = PlainOperation("A")
    operation.addDependency(PlainOperation("B"))
    trace.watch(operation)
    try await onThreads(8) { _ in operation.cancel() }
    #expect(trace.events == ["A.isCancelled=1", "A.isReady=1"])
  }
}
