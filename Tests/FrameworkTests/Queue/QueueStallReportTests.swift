import TestSupport
import Testing

@testable import MiniOperations

@Suite struct `What a queue says about standing still` {
  /// An operation that is not ready because it is paused.
  private final class PausedOperation: MiniOperation, @unchecked Sendable {
    // Unchecked: changed and read on the thread of the test alone.
    var isOpen = false
    var isPaused: Bool { true }
    override var isReady: Bool { isOpen }
  }

  private func report(_ steps: QueueSteps) -> [String] {
    steps.queue.stallReport().description.split(separator: "\n").dropFirst().map {
      $0.trimmingPrefix("  ").description
    }
  }

  @Test func `The head counts operations and those that run`() {
    let steps = QueueSteps()
    steps.queue.name = "images"
    steps.queue.maxConcurrentOperationCount = 1
    steps.add(steps.manual("download"))
    steps.step()
    steps.add("resize")
    let lines = steps.queue.stallReport().description.split(separator: "\n")
    #expect(
      lines == [
        "queue \"images\" has 2 unfinished operations, 1 of them running",
        "  'download' was started and has not finished",
        "  'resize' is ready, but all slots are taken",
      ])
  }

  @Test func `Suspended, without slots, or about to start: three reasons of the queue's own`() {
    let steps = QueueSteps()
    steps.add("a")
    #expect(report(steps) == ["'a' is about to be started"])
    steps.queue.maxConcurrentOperationCount = 0
    #expect(report(steps) == ["'a' is ready, but maxConcurrentOperationCount is 0: raise it"])
    steps.queue.isSuspended = true
    #expect(report(steps) == ["'a' is ready, but the queue is suspended: set isSuspended to false"])
  }

  @Test func `Waiting for others, which are named`() {
    let steps = QueueSteps()
    let (a, b, c) = (steps.operation("a"), steps.operation("b"), steps.operation("c"))
    c.addDependency(a)
    c.addDependency(b)
    steps.add(c)
    #expect(
      report(steps) == [
        "'c' waits for 'a', 'b', which are in no queue and were not started: add them to a queue"
      ])
    a.start()
    #expect(
      report(steps) == ["'c' waits for 'b', which is in no queue and was not started: add it to a queue"])
    let other = QueueSteps()
    other.add(b)
    #expect(report(steps) == ["'c' waits for 'b'"])
  }

  @Test func `Waiting for an operation that needs the slot of the one that waits`() {
    let steps = QueueSteps()
    steps.queue.maxConcurrentOperationCount = 1
    let trace = Trace()
    let b = steps.manual("B")
    steps.add(PlainOperation("A") { _ in b.waitUntilFinished() })
    steps.add(b)
    let interloper = Interloper(whenItSleeps: {
      for line in report(steps) { trace(line) }
      steps.queue.maxConcurrentOperationCount = 2
      trace(report(steps)[0])
      b.complete()
    })
    interloper.watch { steps.run() }
    #expect(
      trace.events == [
        "'A' waits for 'B' in its task, and 'B' needs the slot that it has: make it depend on that operation "
          + "instead, or raise the limit",
        "'B' is ready, but all slots are taken",
        "'A' waits for 'B' in its task",
      ])
    #expect(report(steps) == [])
  }

  @Test func `Waiting until a queue is empty, its own or another one`() {
    let (steps, trace) = (QueueSteps(), Trace())
    let other = QueueSteps()
    other.queue.name = "other"
    let c = other.manual("C")
    other.add(c)
    steps.add(PlainOperation("A") { _ in other.queue.waitUntilAllOperationsAreFinished() })
    Interloper(whenItSleeps: {
      for line in report(steps) { trace(line) }
      c.complete()
    }).watch { steps.run() }
    let inner = ManualOperation("inner") { [queue = steps.queue] in queue.waitUntilAllOperationsAreFinished()
    }
    steps.add(inner)
    Interloper(whenItSleeps: {
      for line in report(steps) { trace(line) }
      inner.complete()
    }).watch { steps.run() }
    #expect(
      trace.events == [
        "'A' waits in its task until queue \"other\" is empty",
        "'inner' waits in its task until its own queue is empty, and so for itself: "
          + "wait outside of the queue",
      ])
  }

  @Test func `A cycle, even for operations that only wait for it`() {
    let steps = QueueSteps()
    let (a, b, outside) = (steps.operation("a"), steps.operation("b"), steps.operation("outside"))
    a.addDependency(b)
    b.addDependency(a)
    outside.addDependency(a)
    steps.queue.addOperations([outside, a, b], waitUntilFinished: false)
    let advice = ": remove one of these dependencies, or cancel one of the operations"
    #expect(
      report(steps) == [
        "'outside' waits for 'a'",
        "'a' waits in a cycle: 'a' → 'b' → 'a'" + advice,
        "'b' waits in a cycle: 'a' → 'b' → 'a'" + advice,
      ])
  }

  @Test func `A closed gate, and one that was opened silently`() {
    let steps = QueueSteps()
    let gated = GatedOperation("gated")
    steps.add(gated)
    #expect(
      report(steps) == [
        "'gated' is not ready because its own isReady is false: make it true and announce isReady"
      ])
    gated.openSilently()
    #expect(
      report(steps) == [
        "'gated' became ready, but isReady was not announced: call didChangeValue(forKey: \"isReady\")"
      ])
  }

  @Test func `A cancelled operation whose own condition is false, until the condition is true`() {
    let steps = QueueSteps()
    let (gated, next) = (GatedOperation("gated"), steps.operation("next"))
    next.addDependency(gated)
    steps.queue.addOperations([gated, next], waitUntilFinished: false)
    gated.cancel()
    #expect(
      report(steps) == [
        "'gated' was cancelled, but its own isReady is still false, and it cannot finish unless it is "
          + "started: return super.isReady && (condition || isCancelled), and announce isReady in cancel()",
        "'next' waits for 'gated'",
      ])
    gated.open()
    steps.run()
    #expect(gated.isFinished && next.isFinished)
  }

  @Test func `Paused, if a subclass has registered that key`() {
    MiniOperation.makeObservable(\PausedOperation.isPaused, as: "isPaused")
    let steps = QueueSteps()
    let paused = PausedOperation()
    paused.name = "upload"
    steps.add(paused)
    #expect(report(steps) == ["'upload' is paused: call resume() or cancel()"])
    // What is missing first is the end of the pause, not an announcement.
    paused.isOpen = true
    #expect(report(steps) == ["'upload' is paused: call resume() or cancel()"])
    paused.cancel()
    #expect(report(steps) == ["'upload' was cancelled, but is paused and did not finish: call resume()"])
  }

  @Test func `Finished without an announcement, before and after it was started`() {
    let steps = QueueSteps()
    let sentence =
      "'mute' has finished, but isFinished was not announced: call didChangeValue(forKey: \"isFinished\")"
    let started = ManualOperation("mute", announcing: ["isExecuting"])
    steps.add(started)
    steps.step()
    started.complete()
    #expect(report(steps) == [sentence])
    started.didChangeValue(forKey: "isFinished")
    #expect(report(steps) == [])

    let waiting = ManualOperation("mute", announcing: [])
    waiting.addDependency(MiniOperation())
    steps.add(waiting)
    waiting.complete()
    #expect(report(steps) == [sentence])
  }

  @Test func `Behind a barrier, and the barrier itself`() {
    let steps = QueueSteps()
    steps.add(steps.manual("pre"))
    steps.step()
    steps.queue.addBarrierBlock {}
    steps.add("post")
    #expect(
      report(steps) == [
        "'pre' was started and has not finished",
        "'barrier' waits at a barrier for operations added before it",
        "'post' waits at a barrier for operations added before it",
      ])
  }

  @Test func `The report of a long chain does not take quadratic time`() {
    let steps = QueueSteps()
    let operations = (0..<10_000).map { _ in MiniOperation() }
    for (operation, next) in zip(operations, operations.dropFirst()) { operation.addDependency(next) }
    steps.queue.isSuspended = true
    steps.queue.addOperations(operations, waitUntilFinished: false)
    let lines = steps.queue.stallReport().lines
    let waiting = lines.count { if case .waits = $0.reason { true } else { false } }
    #expect([lines.count, waiting] == [10_000, 9_999])
  }
}
