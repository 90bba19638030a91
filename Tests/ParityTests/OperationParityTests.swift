import Foundation
import Testing

/// An operation by itself, started by hand.
@Suite struct OperationParityTests {
  @Test func `O1: a new operation is ready and nothing else`() async {
    await expect([
      "ready true", "executing false", "finished false", "cancelled false", "asynchronous false",
      "dependencies 0", "normal true", "name none",
    ]) { $0.newOperation($1) }
  }

  @Test func `O2: started by hand, main runs on the calling thread, and start returns finished`() async {
    await expect([
      "start", "this thread true", "executing true", "finished false", "start has returned",
      "executing false", "finished true", "ready true",
    ]) { $0.startedByHand($1) }
  }

  @Test func `O4, O6, C1: an operation runs once, and a second start returns silently`() async {
    await expect(["main", "finished true"]) { $0.startedTwice($1) }
  }

  @Test func `O7, C10: cancelled before start, it finishes without main and completes`() async {
    await expect(["cancelled true", "executing false", "finished true", "completed"]) {
      $0.cancelledBeforeStart($1)
    }
  }
}

extension Framework {
  fileprivate static func newOperation(_ trace: Trace) {
    let job = makePlain()
    trace("ready", job.isReady)
    trace("executing", job.isExecuting)
    trace("finished", job.isFinished)
    trace("cancelled", job.isCancelled)
    trace("asynchronous", job.isAsynchronous)
    trace("dependencies", job.dependencies.count)
    trace("normal", job.queuePriority == .normal)
    trace("name", job.name ?? "none")
  }

  fileprivate static func startedByHand(_ trace: Trace) {
    let thread = ObjectIdentifier(Thread.current)
    let job = makeTask { job in
      trace("this thread", ObjectIdentifier(Thread.current) == thread)
      trace("executing", job.isExecuting)
      trace("finished", job.isFinished)
    }
    trace("start")
    job.start()
    trace("start has returned")
    trace("executing", job.isExecuting)
    trace("finished", job.isFinished)
    trace("ready", job.isReady)
  }

  fileprivate static func startedTwice(_ trace: Trace) {
    let job = makeTask("main", trace)
    job.start()
    job.start()
    trace("finished", job.isFinished)
  }

  fileprivate static func cancelledBeforeStart(_ trace: Trace) {
    let completed = Gate()
    let job = makeTask("main", trace)
    job.completionBlock = {
      trace("completed")
      completed.open()
    }
    job.cancel()
    trace("cancelled", job.isCancelled)
    job.start()
    trace("executing", job.isExecuting)
    trace("finished", job.isFinished)
    completed.wait()
  }
}
