import TestSupport
import Testing

@testable import MiniOperations

/// An explorer relies on these calls: at a step that is not reported it lets no thread overtake another.
@Suite struct `The calls of a director` {
  @Test func `The looks, counts, announcements and locks of operations and their queue`() {
    let interloper = Interloper()
    interloper.watch {
      let queue = MiniOperationQueue()
      let (first, second) = (ManualOperation("first"), PlainOperation("second"))
      second.addDependency(first)
      let observation = second.observe(\.isFinished) { _, _ in }
      for operation in [second, first] { queue.addOperation(operation) }
      interloper.steppedWorkers.run()
      first.complete()
      interloper.steppedWorkers.run()
      PlainOperation("third").cancel()
      withExtendedLifetime(observation) {}
    }
    let unheard = Set([
      "check at the end", "acquire queue 'MiniOperationQueue'",
      "begin: MiniOperationQueue starts first",
      "look: read the state of second", "look: read the change counter of second",
      "count: raise the change counter of first", "acquire operation second",
      "acquire node of an operation",
      "acquire observers", "announce: first will change isExecuting", "announce: first did change isFinished",
      "note: second begins main", "note: second has finished", "note: third is cancelled",
    ]).subtracting(interloper.calls)
    #expect(unheard == [])
    #expect(
      interloper.calls.count { $0.hasPrefix("acquire") } == interloper.calls.count { $0.hasPrefix("release") }
    )
  }

  @Test func `An operation begins after the step at which its queue starts it`() {
    let interloper = Interloper()
    interloper.watch {
      MiniOperationQueue().addOperation(PlainOperation("A"))
      interloper.steppedWorkers.run()
    }
    let steps = ["begin: MiniOperationQueue starts A", "note: A begins main", "note: A has finished"]
    #expect(interloper.calls.filter(steps.contains) == steps)
  }

  @Test func `A task that is cancelled, and the end of its handler`() {
    let interloper = Interloper()
    let trace = Trace()
    let handler = CancellationHandler { trace("handler") }
    interloper.watch {
      CancellationHandler.ask()
      CancellationHandler.cancel { handler.begin() }
      trace("cancelled")
    }
    #expect(trace.events == ["handler", "cancelled"])
    #expect(
      interloper.calls == [
        "read: ask whether it was cancelled", "write: cancel a task", "start thread cancellation later",
        "await the cancellation handler", "count: the cancellation handler ends",
      ])
  }

  @Test func `Nothing waits for a handler that has not begun`() {
    let interloper = Interloper()
    let handler = CancellationHandler {}
    interloper.watch { handler.wait() }
    #expect(interloper.calls == [])
  }

  @Test func `Without a director, a cancelled task's handler runs at once`() {
    let trace = Trace()
    let handler = CancellationHandler { trace("handler") }
    CancellationHandler.cancel { handler.begin() }
    #expect(trace.events == ["handler"])
  }

  @Test func `After the last director has gone, no thread asks for one`() async {
    await #expect(processExitsWith: .success) {
      await inTime {
        let wasOn = Direction.isOn
        Direction.begin()
        Direction.begin()
        Direction.end()
        let isOn = Direction.isOn
        Direction.end()
        precondition(!wasOn && isOn && !Direction.isOn)
      }
    }
  }
}
