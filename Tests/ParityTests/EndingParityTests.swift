import Foundation
import TestSupport
import Testing

/// How operations end, what is notified, and what asynchronous ones must announce.
@Suite(.serialized) struct EndingParityTests {
  @Test func `O26: the completion block runs after the finish, also of a cancelled operation`() async {
    await expect(["finished true, cancelled false", "finished true, cancelled true"]) {
      $0.completionAfterFinish($1)
    }
  }

  @Test func `O26: announcing the finish twice completes once`() async {
    await expect(["completed 1", "finished true"]) { $0.finishedTwice($1) }
  }

  @Test func `O28: waitUntilFinished returns on every waiting thread`() async {
    await expect(["finished true", "finished true", "finished true"]) { $0.severalWaiters($1) }
  }

  @Test func `O28: a completion block may wait for its own operation`() async {
    await expect(["finished true"]) { $0.waitInCompletionBlock($1) }
  }

  @Test func `O30: an asynchronous operation that was cancelled first finishes when it is started`() async {
    await expect(["cancelled true, finished false", "left 0, finished true"]) { $0.manualCancelledFirst($1) }
  }

  @Test func `C8: asynchronous or not, a queue starts an operation on another thread`() async {
    await expect(["asynchronous true, elsewhere true", "asynchronous false, elsewhere true"]) {
      $0.startedElsewhere($1)
    }
  }

  @Test(arguments: [-1, 1], [["isFinished"], ["isExecuting", "isFinished"]])
  func `O30: everything continues with the announcement of isFinished`(limit: Int, keys: [String]) async {
    await expect(["start", "bystander", "dependent", "left 0"]) {
      $0.manualEnd(limit: limit, announcing: keys, $1)
    }
  }

  @Test(arguments: [[], ["isExecuting"], ["finished"]])
  func `O35: without it dependents wait forever, and the operation keeps its slot`(keys: [String]) async {
    await expect(["start", "bystander", "left 2", "announced at last", "dependent", "left 0"]) {
      $0.manualEnd(limit: -1, announcing: keys, $1)
    }
    await expect(["start", "left 3", "announced at last", "bystander", "dependent", "left 0"]) {
      $0.manualEnd(limit: 1, announcing: keys, $1)
    }
  }
}

extension Framework {
  fileprivate static func completionAfterFinish(_ trace: Trace) {
    for isCancelled in [false, true] {
      let completed = Gate()
      let queue = makeQueue()
      let job = makePlain()
      job.completionBlock = { [unowned job] in
        trace("finished \(job.isFinished), cancelled \(job.isCancelled)")
        completed.open()
      }
      if isCancelled { job.cancel() }
      queue.addOperation(job)
      withExtendedLifetime(job) { completed.wait() }
    }
  }

  fileprivate static func finishedTwice(_ trace: Trace) {
    let count = Counter()
    let completed = Gate()
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
    let back = DispatchGroup()
    let job = makeManual { _ in }
    job.start()
    for _ in 1...3 {
      let begins = Gate()
      back.enter()
      Thread.detachNewThread {
        begins.open()
        job.waitUntilFinished()
        trace("finished \(job.isFinished)")
        back.leave()
      }
      begins.wait()
    }
    end(job)
    back.wait()
  }

  fileprivate static func waitInCompletionBlock(_ trace: Trace) {
    let completed = Gate()
    let queue = makeQueue()
    let job = makePlain()
    job.completionBlock = { [unowned job] in
      job.waitUntilFinished()
      trace("finished \(job.isFinished)")
      completed.open()
    }
    queue.addOperation(job)
    withExtendedLifetime(job) { completed.wait() }
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
    let started = Gate()
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
    queue.addOperations([job, makeTask("bystander", trace), dependent], waitUntilFinished: false)
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
