import TestSupport
import Testing

@testable import MiniOperations

/// An explorer relies on these calls: at a step that is not reported it lets no thread overtake another.
@Suite(.watched) struct `The calls of a director` {
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

  @Test func `A queue with workers of its own is checked at the end too`() {
    let interloper = Interloper()
    interloper.watch { _ = MiniOperationQueue(workers: SteppedWorkers()) }
    #expect(interloper.calls.contains("check at the end"))
  }

  @Test func `Each call of a condition, with what it waits for`() {
    let interloper = Interloper()
    interloper.watch {
      let condition = Condition(name: "C")
      condition.lock()
      condition.wait()
      condition.waitForWork()
      _ = condition.wait(until: .seconds(5))
      condition.signal()
      condition.broadcast()
      condition.unlock()
    }
    #expect(
      interloper.calls == [
        "acquire C", "wait on C", "wait on C for work", "wait on C until 5.0 seconds", "wake one of C",
        "wake all of C", "release C",
      ])
  }

  @Test func `The messages and the thread of a mailbox`() {
    let interloper = Interloper()
    interloper.watch {
      let thread = RunLoopThread(name: "N")
      thread.post { Direction.note("the message runs") }
      thread.stop()
      interloper.runStartedThreads()
    }
    let steps = ["post: post to N", "start thread N", "begin: takes a message", "note: the message runs"]
    #expect(interloper.calls.filter(steps.contains) == steps)
  }

  @Test func `The time, a sleep, a recursive lock and a misuse`() {
    let interloper = Interloper()
    let operation = PlainOperation("A")
    interloper.watch {
      SystemTime().sleep(for: .seconds(3))
      RecursiveLock(name: "R").withLock {}
      operation.addDependency(operation)
    }
    #expect(interloper.calls.prefix(3) == ["sleep until 3.0 seconds", "acquire R", "release R"])
    #expect(interloper.misuses.count == 1)
  }

  @Test func `The uses of ordinary memory`() {
    let interloper = Interloper()
    interloper.watch {
      let memory = ResourceID()
      Direction.useMemory(memory, isChange: false, name: "M", "read")
      Direction.useMemory(memory, isChange: true, name: "M", "write")
    }
    #expect(
      interloper.calls == [
        "read: read", "use M, a change: false", "write: write", "use M, a change: true",
      ])
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
