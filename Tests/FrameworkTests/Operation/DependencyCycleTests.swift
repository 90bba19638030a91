import TestSupport
import Testing

@testable import MiniOperations

@Suite struct `Cycles of dependencies` {
  @Test func `A cycle is found from inside it and from outside, in the order of waiting`() {
    let operations = ["outside", "A", "B", "C"].map { PlainOperation($0) }
    operations[0].addDependency(operations[1])
    operations[1].addDependency(operations[2])
    operations[2].addDependency(operations[3])
    operations[3].addDependency(operations[1])
    #expect(operations[2].findDependencyCycle()?.map(\.name) == ["B", "C", "A"])
    #expect(operations[0].findDependencyCycle()?.map(\.name) == ["A", "B", "C"])
  }

  @Test(arguments: [false, true])
  func `Three paths to the same operation are not a cycle, whether it is cancelled or not`(isCancelled: Bool)
  {
    let operations = ["top", "left", "middle", "right", "bottom"].map { PlainOperation($0) }
    for side in operations[1...3] {
      operations[0].addDependency(side)
      side.addDependency(operations[4])
    }
    if isCancelled { operations[4].cancel() }
    #expect(operations[0].findDependencyCycle() == nil)
  }

  @Test func `An operation that was cancelled or has finished does not wait for a cycle of others`() {
    let (a, b, outside) = (PlainOperation("A"), PlainOperation("B"), ManualOperation("outside"))
    let cancelled = PlainOperation("cancelled")
    a.addDependency(b)
    b.addDependency(a)
    for operation in [outside, cancelled] { operation.addDependency(a) }
    #expect(outside.findDependencyCycle()?.count == 2)
    outside.complete()
    cancelled.cancel()
    #expect(outside.findDependencyCycle() == nil)
    #expect(cancelled.findDependencyCycle() == nil)
  }

  @Test func `A chain of 20 000 is searched without the stack`() async throws {
    let found = try await onThread(stack: 256 * 1024) {
      let operations = (0..<20_000).map { _ in MiniOperation() }
      for (operation, next) in zip(operations, operations.dropFirst()) { operation.addDependency(next) }
      operations[19_999].addDependency(operations[19_997])
      return operations[0].findDependencyCycle()?.count
    }
    #expect(found == 3)
  }
}
