import Foundation
import TestSupport

extension Behaviour {
  /// How many run at a time: limits, suspending, cancelling.
  static let ofLimits: [Behaviour] = [
    Behaviour(
      "Q7: never more operations than the limit run",
      ["at most 3 at a time true", "all 50"]
    ) { $0.neverMore($1) },
    Behaviour(
      "Q7: lowering the limit stops nothing that runs, and starts nothing new",
      ["2 run", "limit 1", "beside the third 0", "beside the fourth 0"]
    ) { $0.lowered($1) },
    Behaviour(
      "Q8: a limit of zero holds the queue",
      ["held, left 1", "main", "left 0"]
    ) { $0.zeroHolds($1) },
    Behaviour(
      "Q9: a suspended queue starts nothing new, and running operations continue",
      [
        "first begins", "suspended", "first ends", "first finished true, left 2", "resumed", "second",
        "third",
      ]
    ) { $0.suspendedWhileRunning($1) },
    Behaviour(
      "Q10: a suspended queue keeps cancelled operations until it is resumed",
      ["left 3, finished 0", "left 0, finished 3"]
    ) { $0.cancelledWhileSuspended($1) },
    Behaviour(
      "Q11: cancelling all marks all, removes none, and interrupts nothing",
      ["runs", "left 2, cancelled 2", "runs on, cancelled true", "left 0"]
    ) { $0.cancelledAll($1) },
    Behaviour(
      "Q16: waiting for all includes operations added meanwhile, and an empty queue returns at once",
      ["empty", "first", "added by the first", "left 0"]
    ) { $0.waitsForTheLate($1) },
    Behaviour(
      "Q21: a serial underlying queue makes any limit one",
      ["at most 1 at a time true", "all 8"]
    ) { $0.serialUnderneath($1) },
  ]
}

extension Framework {
  /// Runs jobs that count how many of them run at a time.
  private static func countPeak(_ number: Int, on queue: Queue, atMost limit: Int, _ trace: Trace) {
    let running = Counter()
    let tooMany = Counter()
    let ran = Counter()
    for _ in 1...number {
      queue.addOperation {
        if running.raise() > limit { tooMany.raise() }
        ran.raise()
        running.lower()
      }
    }
    queue.waitUntilAllOperationsAreFinished()
    trace("at most \(limit) at a time \(tooMany.value == 0)")
    trace("all \(ran.value)")
  }

  fileprivate static func neverMore(_ trace: Trace) {
    countPeak(50, on: makeQueue(limit: 3), atMost: 3, trace)
  }

  fileprivate static func serialUnderneath(_ trace: Trace) {
    let queue = makeQueue(limit: 8)
    queue.underlyingQueue = Lane().queue
    countPeak(8, on: queue, atMost: 1, trace)
  }

  fileprivate static func lowered(_ trace: Trace) {
    let queue = makeQueue(limit: 2)
    let running = Counter()
    let allRun = Latch()
    let gates = (1...2).map { _ in Latch() }
    let held = gates.map { gate in
      makeTask { _ in
        if running.raise() == 2 { allRun.open() }
        gate.wait()
        running.lower()
      }
    }
    queue.addOperations(held, waitUntilFinished: false)
    allRun.wait()
    trace("\(running.value) run")
    queue.maxConcurrentOperationCount = 1
    trace("limit \(queue.maxConcurrentOperationCount)")
    for name in ["third", "fourth"] {
      queue.addOperation {
        trace("beside the \(name) \(running.raise() - 1)")
        running.lower()
      }
    }
    for (gate, job) in zip(gates, held) {
      gate.open()
      job.waitUntilFinished()
    }
    queue.waitUntilAllOperationsAreFinished()
  }

  fileprivate static func zeroHolds(_ trace: Trace) {
    let lane = Lane()
    let queue = makeQueue(limit: 0, on: lane)
    queue.addOperation(makeTask("main", trace))
    lane.settle()
    trace("held, left \(queue.operationCount)")
    queue.maxConcurrentOperationCount = 1
    queue.waitUntilAllOperationsAreFinished()
    trace("left \(queue.operationCount)")
  }

  fileprivate static func suspendedWhileRunning(_ trace: Trace) {
    let lane = Lane()
    let queue = makeQueue(limit: 1, on: lane)
    let begun = Latch()
    let mayEnd = Latch()
    let first = makeTask { _ in
      trace("first begins")
      begun.open()
      mayEnd.wait()
      trace("first ends")
    }
    queue.addOperations([first, makeTask("second", trace)], waitUntilFinished: false)
    begun.wait()
    queue.isSuspended = true
    trace("suspended")
    queue.addOperation(makeTask("third", trace))
    mayEnd.open()
    lane.settle()
    trace("first finished \(first.isFinished), left \(queue.operationCount)")
    trace("resumed")
    queue.isSuspended = false
    queue.waitUntilAllOperationsAreFinished()
  }

  fileprivate static func cancelledWhileSuspended(_ trace: Trace) {
    let lane = Lane()
    let queue = makeQueue(limit: 1, on: lane)
    queue.isSuspended = true
    let jobs = (1...3).map { makeTask("\($0)", trace) }
    queue.addOperations(jobs, waitUntilFinished: false)
    queue.cancelAllOperations()
    lane.settle()
    trace("left \(queue.operationCount), finished \(jobs.filter(\.isFinished).count)")
    queue.isSuspended = false
    queue.waitUntilAllOperationsAreFinished()
    trace("left \(queue.operationCount), finished \(jobs.filter(\.isFinished).count)")
  }

  fileprivate static func cancelledAll(_ trace: Trace) {
    let queue = makeQueue(limit: 1)
    let begun = Latch()
    let mayGoOn = Latch()
    let running = makeTask { job in
      trace("runs")
      begun.open()
      mayGoOn.wait()
      trace("runs on, cancelled \(job.isCancelled)")
    }
    let waiting = makeTask("waiting", trace)
    queue.addOperations([running, waiting], waitUntilFinished: false)
    begun.wait()
    queue.cancelAllOperations()
    let cancelled = [running, waiting].filter(\.isCancelled).count
    trace("left \(queue.operationCount), cancelled \(cancelled)")
    mayGoOn.open()
    queue.waitUntilAllOperationsAreFinished()
    trace("left \(queue.operationCount)")
  }

  fileprivate static func waitsForTheLate(_ trace: Trace) {
    let queue = makeQueue()
    queue.waitUntilAllOperationsAreFinished()
    trace("empty")
    queue.addOperation {
      trace("first")
      queue.addOperation { trace("added by the first") }
    }
    queue.waitUntilAllOperationsAreFinished()
    trace("left \(queue.operationCount)")
  }
}
