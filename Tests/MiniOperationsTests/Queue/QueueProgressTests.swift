import Foundation
import TestSupport
import Testing

@testable import MiniOperations

@Suite(.watched) struct `A queue's progress` {
  @Test func `Q19: it counts each operation that has finished, once a total has been set`() {
    let steps = QueueSteps()
    steps.queue.progress.totalUnitCount = 3
    steps.add("a", "b", "c")
    var counts: [Int64] = [steps.queue.progress.completedUnitCount]
    while steps.step() { counts.append(steps.queue.progress.completedUnitCount) }
    #expect(counts == [0, 1, 2, 3])
    #expect(steps.queue.progress.isFinished)
  }

  @Test func `Q19: it is silent until a total has been set`() {
    let steps = QueueSteps()
    let progress = steps.queue.progress
    steps.add("a", "b")
    steps.run()
    #expect(progress.completedUnitCount == 0)
    progress.totalUnitCount = 1
    steps.add("c")
    steps.run()
    #expect(progress.completedUnitCount == 1)
  }

  @Test func `Q19: an operation that overrides start without calling super contributes nothing`() {
    let steps = QueueSteps()
    steps.queue.progress.totalUnitCount = 2
    let manual = steps.manual("manual")
    steps.add(manual)
    steps.add("main")
    steps.run()
    manual.complete()
    steps.run()
    #expect(steps.queue.progress.completedUnitCount == 1)
  }

  @Test func `Q19: an operation that was cancelled before it started is counted, for it has finished`() {
    let steps = QueueSteps()
    steps.queue.progress.totalUnitCount = 2
    steps.add("a", "b")[0].cancel()
    steps.run()
    #expect(steps.queue.progress.completedUnitCount == 2)
    #expect(steps.trace.events == ["b"])
  }

  @Test func `Q19: an operation that is started by hand counts in no queue's progress`() {
    let steps = QueueSteps()
    steps.queue.progress.totalUnitCount = 2
    let byHand = steps.operation("by hand")
    steps.add(PlainOperation("outer") { _ in byHand.start() })
    steps.run()
    #expect(steps.trace.events == ["by hand"])
    #expect(steps.queue.progress.completedUnitCount == 1)
  }

  @Test func `Q19: no unit is lost when many threads count`() async throws {
    let count = try await onThread {
      let queue = MiniOperationQueue()
      queue.progress.totalUnitCount = 500
      let operations = (0..<500).map { _ in MiniOperation() }
      queue.addOperations(operations, waitUntilFinished: true)
      return queue.progress.completedUnitCount
    }
    #expect(count == 500)
  }
}
