import TestSupport
import Testing

@testable import MiniOperations

/// Three ways to download the newest image first, and their results.
///
/// The first operation runs when 2 to 7 are added; the seventh runs when 8 to 14 are.
@Suite struct `Last in, first out` {
  /// Runs the scenario; `add` is how a downloader adds one more.
  private func play(_ add: @escaping @Sendable (MiniOperationQueue, MiniOperation) -> Void) -> [String] {
    let steps = QueueSteps()
    steps.queue.maxConcurrentOperationCount = 1
    let addNumbers: @Sendable (ClosedRange<Int>) -> Void = { numbers in
      for number in numbers {
        add(steps.queue, PlainOperation("\(number)") { _ in steps.trace("\(number)") })
      }
    }
    add(
      steps.queue,
      PlainOperation("1") { _ in
        steps.trace("1")
        addNumbers(2...6)
        add(
          steps.queue,
          PlainOperation("7") { _ in
            steps.trace("7")
            addNumbers(8...14)
          })
      })
    steps.run()
    return steps.trace.events
  }

  @Test func `With the queue's own order the newest ready one is next, without any dependencies`() {
    let events = play { queue, operation in
      queue.order = .newestFirst
      queue.addOperation(operation)
    }
    #expect(
      events == ["1", "7", "14", "13", "12", "11", "10", "9", "8", "6", "5", "4", "3", "2"])
  }

  @Test func `Newest first: priority still comes before age`() {
    let steps = QueueSteps()
    steps.queue.order = .newestFirst
    steps.add("1", "2", "3")
    steps.add(steps.operation("urgent", .high))
    steps.add("4")
    steps.run()
    #expect(steps.trace.events == ["urgent", "4", "3", "2", "1"])
  }

  @Test func `Newest first: an operation that becomes ready late has the place of its age`() {
    let steps = QueueSteps()
    steps.queue.order = .newestFirst
    steps.queue.isSuspended = true
    let operations = steps.add("1", "2", "3")
    let gated = GatedOperation("gated") { [trace = steps.trace] in trace("gated") }
    steps.add(gated)
    steps.add("5")
    gated.open()
    operations[1].queuePriority = .low
    steps.queue.isSuspended = false
    steps.run()
    #expect(steps.trace.events == ["5", "gated", "3", "1", "2"])
  }

  @Test func `The order can be changed while operations wait`() {
    let steps = QueueSteps()
    steps.queue.isSuspended = true
    steps.add("1", "2", "3", "4", "5")
    steps.queue.isSuspended = false
    steps.step()
    steps.queue.order = .newestFirst
    steps.step()
    steps.queue.order = .oldestFirst
    steps.run()
    #expect(steps.trace.events == ["1", "5", "2", "3", "4"])
  }
}
