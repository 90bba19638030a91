import Foundation
import TestSupport
import Testing

@testable import MiniOperations

@Suite struct `A queue's progress` {
  @Test func `Q19: an operation that is started by hand counts in no queue's progress`() {
    let steps = QueueSteps()
    steps.queue.progress.totalUnitCount = 2
    let byHand = steps.operation("by hand")
    steps.add(PlainOperation("outer") { _ in byHand.start() })
    steps.run()
    #expect(steps.trace.events == ["by hand"])
    #expect(steps.queue.progress.completedUnitCount == 1)
  }

  @Test func `A progress that an operation reads first is no part of its own`() {
    let steps = QueueSteps()
    steps.queue.progress.totalUnitCount = 1
    steps.add(PlainOperation("outer") { _ in _ = MiniOperationQueue().progress })
    steps.run()
    #expect(steps.queue.progress.completedUnitCount == 1)
  }

  /// The queue's units and fraction, for comparison.
  private func state(_ steps: QueueSteps) -> String {
    "\(steps.queue.progress.completedUnitCount) of \(steps.queue.progress.totalUnitCount), "
      + "\(steps.queue.progress.fractionCompleted)"
  }

  @Test func `O36, O41: after main has returned, the unit is complete when the operation has finished`() {
    let (steps, trace) = (QueueSteps(), Trace())
    steps.queue.progress.totalUnitCount = 2
    let (plain, withParts) = (LaterProgress(), LaterProgress(parts: 4))
    steps.add(plain)
    steps.add(withParts)
    steps.run()
    trace(state(steps))
    plain.end()
    trace(state(steps))
    withParts.end()
    trace(state(steps))
    withParts.parts?.completedUnitCount = 4
    trace(state(steps))
    #expect(trace.events == ["0 of 2, 0.125", "1 of 2, 0.625", "1 of 2, 0.625", "2 of 2, 1.0"])
  }

  @Test func `O41: no progress is current for a barrier, a start by hand, or a start that is overridden`() {
    let (steps, trace) = (QueueSteps(), Trace())
    steps.queue.progress.totalUnitCount = 2
    let byHand = PlainOperation("by hand") { _ in trace("by hand \(Progress.current() == nil)") }
    steps.queue.addBarrierBlock { trace("barrier \(Progress.current() == nil)") }
    steps.add(ManualOperation("manual") { trace("manual \(Progress.current() == nil)") })
    steps.run()
    byHand.start()
    #expect(trace.events == ["barrier true", "manual true", "by hand true"])
  }

  /// An operation that continues after `main`, with a half finished progress of its own if it has parts.
  private final class LaterProgress: MiniOperation, @unchecked Sendable {
    // Unchecked: changed and read on the thread of the test alone.
    private let count: Int64?
    private(set) var parts: Progress?
    private var isOver = false

    init(parts count: Int64? = nil) { self.count = count }

    override var isFinished: Bool { super.isFinished && isOver }

    override func main() {
      guard let count else { return }
      parts = Progress(totalUnitCount: count)
      parts?.completedUnitCount = 1
    }

    func end() {
      willChangeValue(forKey: "isFinished")
      isOver = true
      didChangeValue(forKey: "isFinished")
    }
  }
}
