import Foundation
import TestSupport

extension Behaviour {
  /// An operation by itself, started by hand.
  static let ofOperations: [Behaviour] = [
    Behaviour(
      "O1: a new operation is ready and nothing else",
      ["ready true", "executing false", "finished false", "cancelled false"]
    ) { $0.newOperation($1) },
    Behaviour(
      "C8: a new operation is not asynchronous, and has no dependencies, normal priority and nothing else",
      ["asynchronous false", "dependencies 0", "normal true", "name none", "completion block none"]
    ) { $0.newSettings($1) },
    Behaviour(
      "O2: started by hand, main runs on the calling thread, and start returns finished",
      [
        "start", "this thread true", "executing true", "finished false", "start has returned",
        "executing false", "finished true", "ready true",
      ]
    ) { $0.startedByHand($1) },
    Behaviour(
      "O4, O6, C1: an operation runs once, and a second start returns silently",
      ["main", "finished true"]
    ) { $0.startedTwice($1) },
    Behaviour(
      "O7, C10: cancelled before start, it finishes without main and completes",
      ["cancelled true", "executing false", "finished true", "completed"]
    ) { $0.cancelledBeforeStart($1) },
    Behaviour(
      "O8, C2: cancelled outside a queue, it is not finished before it is started",
      ["cancelled true, finished false", "cancelled true, finished true"]
    ) { $0.cancelledOutsideQueue($1) },
    Behaviour(
      "O9, O10: cancel interrupts nothing, and a task that checks stops at the next iteration",
      ["without a look 10", "with a look 4"]
    ) { $0.cancelledWhileRunning($1) },
    Behaviour(
      "O11: cancelled after it has finished, it is not cancelled",
      ["main", "finished true, cancelled false"]
    ) { $0.cancelledAfterFinish($1) },
    Behaviour(
      "O12: cancelled twice, it is cancelled",
      ["cancelled true", "completed", "finished true"]
    ) { $0.cancelledTwice($1) },
    Behaviour(
      "O32: main returns, the operation is finished, and the work that it began continues",
      ["main returns", "finished true", "the work is done"]
    ) { $0.workEscapes($1) },
  ]
}

extension Framework {
  fileprivate static func newOperation(_ trace: Trace) {
    let job = makePlain()
    trace("ready \(job.isReady)")
    trace("executing \(job.isExecuting)")
    trace("finished \(job.isFinished)")
    trace("cancelled \(job.isCancelled)")
  }

  fileprivate static func newSettings(_ trace: Trace) {
    let job = makePlain()
    trace("asynchronous \(job.isAsynchronous)")
    trace("dependencies \(job.dependencies.count)")
    trace("normal \(job.queuePriority == .normal)")
    trace("name \(job.name ?? "none")")
    trace("completion block \(job.completionBlock == nil ? "none" : "there")")
  }

  fileprivate static func startedByHand(_ trace: Trace) {
    let caller = ObjectIdentifier(Thread.current)
    let job = makeTask { job in
      trace("this thread \(ObjectIdentifier(Thread.current) == caller)")
      trace("executing \(job.isExecuting)")
      trace("finished \(job.isFinished)")
    }
    trace("start")
    job.start()
    trace("start has returned")
    trace("executing \(job.isExecuting)")
    trace("finished \(job.isFinished)")
    trace("ready \(job.isReady)")
  }

  fileprivate static func startedTwice(_ trace: Trace) {
    let job = makeTask("main", trace)
    job.start()
    job.start()
    trace("finished \(job.isFinished)")
  }

  fileprivate static func cancelledBeforeStart(_ trace: Trace) {
    let completed = Latch()
    let job = makeTask("main", trace)
    job.completionBlock = { completed.open() }
    job.cancel()
    trace("cancelled \(job.isCancelled)")
    job.start()
    trace("executing \(job.isExecuting)")
    trace("finished \(job.isFinished)")
    completed.wait()
    trace("completed")
  }

  fileprivate static func cancelledOutsideQueue(_ trace: Trace) {
    let job = makeTask("main", trace)
    job.cancel()
    trace("cancelled \(job.isCancelled), finished \(job.isFinished)")
    job.start()
    trace("cancelled \(job.isCancelled), finished \(job.isFinished)")
  }

  fileprivate static func cancelledWhileRunning(_ trace: Trace) {
    for (name, looks) in [("without a look", false), ("with a look", true)] {
      makeTask { job in
        var turns = 0
        while turns < 10 && !(looks && job.isCancelled) {
          turns += 1
          if turns == 4 { job.cancel() }
        }
        trace("\(name) \(turns)")
      }.start()
    }
  }

  fileprivate static func cancelledAfterFinish(_ trace: Trace) {
    let job = makeTask("main", trace)
    job.start()
    job.cancel()
    trace("finished \(job.isFinished), cancelled \(job.isCancelled)")
  }

  fileprivate static func cancelledTwice(_ trace: Trace) {
    let completed = Latch()
    let job = makeTask("main", trace)
    job.completionBlock = {
      trace("completed")
      completed.open()
    }
    job.cancel()
    job.cancel()
    trace("cancelled \(job.isCancelled)")
    job.start()
    completed.wait()
    trace("finished \(job.isFinished)")
  }

  fileprivate static func workEscapes(_ trace: Trace) {
    let mayWork = Latch()
    let done = Latch()
    let job = makeTask { _ in
      Thread.detachNewThread {
        mayWork.wait()
        trace("the work is done")
        done.open()
      }
      trace("main returns")
    }
    job.start()
    trace("finished \(job.isFinished)")
    mayWork.open()
    done.wait()
  }
}
