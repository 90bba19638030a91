import Foundation
import TestSupport

// Scenarios in which a queue of Foundation differs.

extension Framework {
  static func suspendedWithoutLimit(_ trace: Trace) {
    let lane = Lane()
    let queue = makeQueue(limit: defaultMaxConcurrentOperationCount, on: lane)
    let begun = Gate()
    let mayEnd = Gate()
    queue.addOperation {
      trace("first")
      begun.open()
      mayEnd.wait()
    }
    for name in ["second", "third"] { queue.addOperation(makeTask(name, trace)) }
    begun.wait()
    queue.isSuspended = true
    mayEnd.open()
    lane.settle()
    trace("suspended, left \(queue.operationCount)")
    trace("resumed")
    queue.isSuspended = false
    queue.waitUntilAllOperationsAreFinished()
  }

  static func priorityWithoutLimit(_ trace: Trace) {
    let lane = Lane()
    let queue = makeQueue(limit: defaultMaxConcurrentOperationCount, on: lane)
    let mayBegin = Gate()
    lane.queue.async { mayBegin.wait() }
    for _ in 1...3 { queue.addOperation(makeTask("normal", trace)) }
    let urgent = makeTask("very high", trace)
    urgent.queuePriority = .veryHigh
    queue.addOperation(urgent)
    mayBegin.open()
    queue.waitUntilAllOperationsAreFinished()
  }

  static func barrierInSuspendedQueue(_ trace: Trace) {
    let queue = makeQueue()
    let ran = Gate()
    queue.isSuspended = true
    queue.addBarrierBlock {
      trace("barrier")
      ran.open()
    }
    Chances.give { !trace.events.isEmpty }
    trace("resumed")
    queue.isSuspended = false
    ran.wait()
  }

  static func barrierOnLane(_ trace: Trace) {
    let lane = Lane()
    let queue = makeQueue(limit: 1, on: lane)
    let isOnLane = mark(lane.queue)
    let ran = Gate()
    queue.addBarrierBlock {
      trace("on its lane \(isOnLane())")
      ran.open()
    }
    ran.wait()
  }

  static func barrierOnMainQueue(_ trace: Trace) {
    let isOnMain = mark(.main)
    let ran = Gate()
    main.addBarrierBlock {
      trace("on the main queue \(isOnMain())")
      ran.open()
    }
    ran.wait()
  }

  static func barrierOnGlobalQueue(_ trace: Trace) {
    let queue = makeQueue(limit: 4)
    queue.underlyingQueue = DispatchQueue.global()
    let mayEnd = Gate()
    let begun = Gate()
    let added = Gate()
    // In an empty queue the barrier would show K7 instead.
    queue.addOperation { mayEnd.wait() }
    queue.addBarrierBlock {
      trace("barrier begins")
      begun.open()
      added.wait()
      Chances.give { trace.events.count > 1 }
      trace("barrier ends")
    }
    mayEnd.open()
    begun.wait()
    queue.addOperation(makeTask("added later", trace))
    added.open()
    queue.waitUntilAllOperationsAreFinished()
  }

  static func gateOpenedSilently(_ trace: Trace) {
    let lane = Lane()
    let queue = makeQueue(limit: 1, on: lane)
    let ran = Counter()
    let job = makeGated { _ in ran.raise() }
    queue.addOperation(job)
    lane.settle()
    openGate(of: job, isAnnounced: false)
    // Not every read of the queue notices; several in a row always have.
    for _ in 1...20 where ran.value == 0 {
      queue.addOperation {}
      lane.settle()
    }
    trace("ran before it was announced \(ran.value == 1)")
    openGate(of: job, isAnnounced: true)
    queue.waitUntilAllOperationsAreFinished()
    trace("ran \(ran.value)")
  }

  static func progressOfCancelled(_ trace: Trace) {
    let queue = makeQueue(limit: 1)
    queue.progress.totalUnitCount = 2
    let cancelled = makePlain()
    cancelled.cancel()
    queue.addOperations([makePlain(), cancelled], waitUntilFinished: false)
    queue.waitUntilAllOperationsAreFinished()
    trace("\(queue.progress.completedUnitCount) of \(queue.progress.totalUnitCount)")
  }

  static func progressOfNone(_ trace: Trace) {
    let queue = makeQueue(limit: 1)
    queue.progress.totalUnitCount = 0
    queue.addOperations([makePlain()], waitUntilFinished: false)
    queue.waitUntilAllOperationsAreFinished()
    trace("\(queue.progress.completedUnitCount) of \(queue.progress.totalUnitCount)")
  }

  static func priorityAndBack(_ trace: Trace) {
    let queue = makeQueue(limit: 1)
    queue.isSuspended = true
    let jobs = ["first", "second", "third"].map { makeTask($0, trace) }
    queue.addOperations(jobs, waitUntilFinished: false)
    jobs[0].queuePriority = .high
    jobs[0].queuePriority = .normal
    queue.isSuspended = false
    queue.waitUntilAllOperationsAreFinished()
  }

  static func descriptions(_ trace: Trace) {
    let job = makePlain()
    job.name = "upload"
    trace("an address \("\(job)".contains("0x")), the name \("\(job)".contains("upload"))")
  }

  /// Marks a dispatch queue; the answer is whether the caller runs on it.
  private static func mark(_ queue: DispatchQueue) -> @Sendable () -> Bool {
    let key = DispatchSpecificKey<Bool>()
    queue.setSpecific(key: key, value: true)
    return { DispatchQueue.getSpecific(key: key) == true }
  }
}
