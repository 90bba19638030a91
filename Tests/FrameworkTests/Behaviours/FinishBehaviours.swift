import Foundation
import TestSupport

extension Behaviour {
  /// How operations finish, who is notified, and which keys asynchronous ones must announce.
  static let ofFinishing: [Behaviour] =
    [
      Behaviour(
        "O26: the completion block runs after the finish, also of a cancelled operation",
        ["finished true, cancelled false", "finished true, cancelled true"]
      ) { $0.completionAfterFinish($1) },
      Behaviour(
        "O26: announcing the finish twice completes once",
        ["completed 1", "finished true"]
      ) { $0.finishedTwice($1) },
      Behaviour(
        "O28: waitUntilFinished returns on every waiting thread",
        ["finished true", "finished true", "finished true"]
      ) { $0.severalWaiters($1) },
      Behaviour(
        "O26: a completion block may wait for its own operation",
        ["finished true"]
      ) { $0.waitInCompletionBlock($1) },
      Behaviour(
        "O30: an asynchronous operation announces its finish, also if it was cancelled first",
        ["ready false", "start", "ready false", "ready true", "ready false", "ready true"]
      ) { $0.manualEndByHand($1) },
      Behaviour(
        "O35: a queue starts an asynchronous operation that was cancelled, so that it finishes",
        ["cancelled true, finished false", "left 0, finished true"]
      ) { $0.manualCancelledFirst($1) },
      Behaviour(
        "C8: asynchronous or not, a queue starts an operation on another thread",
        ["asynchronous true, elsewhere true", "asynchronous false, elsewhere true"]
      ) { $0.startedElsewhere($1) },
      Behaviour(
        "O35: everything continues with the announcement of isFinished",
        ["start", "bystander", "dependent", "left 0"]
      ) { $0.manualEnd(limit: -1, announcing: ["isExecuting", "isFinished"], $1) },
      Behaviour(
        "O35: with a limit too",
        ["start", "bystander", "dependent", "left 0"]
      ) { $0.manualEnd(limit: 1, announcing: ["isExecuting", "isFinished"], $1) },
      Behaviour(
        "O35: everything continues with the announcement of isFinished alone",
        ["start", "bystander", "dependent", "left 0"]
      ) { $0.manualEnd(limit: 1, announcing: ["isFinished"], $1) },
    ]
    + [[], ["isExecuting"], ["finished"]].flatMap { (keys: [String]) in
      [
        Behaviour(
          "O35: with \(keys) announced, dependents wait forever",
          ["start", "bystander", "left 2", "announced at last", "dependent", "left 0"]
        ) { $0.manualEnd(limit: -1, announcing: keys, $1) },
        Behaviour(
          "O35: with \(keys) announced, the operation keeps its slot",
          ["start", "left 3", "announced at last", "bystander", "dependent", "left 0"]
        ) { $0.manualEnd(limit: 1, announcing: keys, $1) },
      ]
    }
}

extension Framework {
  fileprivate static func completionAfterFinish(_ trace: Trace) {
    for isCancelled in [false, true] {
      let completed = Latch()
      let job = makePlain()
      job.completionBlock = { [unowned job] in
        trace("finished \(job.isFinished), cancelled \(job.isCancelled)")
        completed.open()
      }
      if isCancelled { job.cancel() }
      job.start()
      withExtendedLifetime(job) { completed.wait() }
    }
  }

  fileprivate static func finishedTwice(_ trace: Trace) {
    let count = Counter()
    let completed = Latch()
    let job = makeManual { _ in }
    job.completionBlock = {
      count.raise()
      completed.open()
    }
    job.start()
    end(job)
    end(job)
    completed.wait()
    Chances.give()
    trace("completed \(count.value)")
    trace("finished \(job.isFinished)")
  }

  fileprivate static func severalWaiters(_ trace: Trace) {
    let (mayEnd, back) = (Latch(), DispatchGroup())
    let job = makeTask { _ in mayEnd.wait() }
    Thread.detachNewThread { job.start() }
    for _ in 1...3 {
      let begins = Latch()
      back.enter()
      Thread.detachNewThread {
        begins.open()
        job.waitUntilFinished()
        trace("finished \(job.isFinished)")
        back.leave()
      }
      begins.wait()
    }
    mayEnd.open()
    back.wait()
  }

  fileprivate static func waitInCompletionBlock(_ trace: Trace) {
    let completed = Latch()
    let job = makePlain()
    job.completionBlock = { [unowned job] in
      job.waitUntilFinished()
      trace("finished \(job.isFinished)")
      completed.open()
    }
    job.start()
    withExtendedLifetime(job) { completed.wait() }
  }

  fileprivate static func manualEndByHand(_ trace: Trace) {
    for isCancelled in [false, true] {
      let job = makeManual { _ in trace("start") }
      let dependent = makePlain()
      dependent.addDependency(job)
      if isCancelled { job.cancel() }
      trace("ready \(dependent.isReady)")
      job.start()
      if !isCancelled {
        trace("ready \(dependent.isReady)")
        end(job)
      }
      trace("ready \(dependent.isReady)")
    }
  }

  fileprivate static func manualCancelledFirst(_ trace: Trace) {
    let queue = makeQueue(limit: 1)
    queue.isSuspended = true
    let job = makeManual { _ in trace("start") }
    queue.addOperation(job)
    job.cancel()
    trace("cancelled \(job.isCancelled), finished \(job.isFinished)")
    queue.isSuspended = false
    queue.waitUntilAllOperationsAreFinished()
    trace("left \(queue.operationCount), finished \(job.isFinished)")
  }

  fileprivate static func startedElsewhere(_ trace: Trace) {
    let caller = ObjectIdentifier(Thread.current)
    let queue = makeQueue()
    let task: @Sendable (Job) -> Void = { job in
      let isElsewhere = ObjectIdentifier(Thread.current) != caller
      trace("asynchronous \(job.isAsynchronous), elsewhere \(isElsewhere)")
    }
    let started = Latch()
    let manual = makeManual { job in
      task(job)
      started.open()
    }
    queue.addOperation(manual)
    started.wait()
    end(manual)
    queue.addOperations([makeTask(task)], waitUntilFinished: true)
  }

  fileprivate static func manualEnd(limit: Int, announcing keys: [String], _ trace: Trace) {
    let lane = Lane()
    let queue = makeQueue(limit: limit, on: lane)
    let job = makeManual(announcing: keys) { _ in trace("start") }
    let dependent = makeTask("dependent", trace)
    dependent.addDependency(job)
    queue.addOperation(job)
    lane.settle()
    queue.addOperations([makeTask("bystander", trace), dependent], waitUntilFinished: false)
    lane.settle()
    end(job)
    lane.settle()
    trace("left \(queue.operationCount)")
    guard !keys.contains("isFinished") else { return }
    trace("announced at last")
    job.willChangeValue(forKey: "isFinished")
    job.didChangeValue(forKey: "isFinished")
    lane.settle()
    trace("left \(queue.operationCount)")
  }
}
