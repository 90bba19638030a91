import Foundation
import TestSupport

extension Behaviour {
  /// Where a queue of Foundation on Linux is known to differ.
  static let ofDifferentQueues: [Behaviour] = [
    Behaviour(
      "K5: without a limit too, suspending holds what was added before",
      ["first", "suspended, left 2", "resumed", "second", "third"],
      foundation: ["first", "second", "third", "suspended, left 0", "resumed"]
    ) { $0.suspendedWithoutLimit($1) },
    Behaviour(
      "K6: without a limit too, the most urgent is next, whenever it was added",
      ["very high", "normal", "normal", "normal"], foundation: ["normal", "normal", "normal", "very high"]
    ) { $0.priorityWithoutLimit($1) },
    Behaviour(
      "K7: a barrier in an empty queue waits until the queue is resumed", ["resumed", "barrier"],
      foundation: ["barrier", "resumed"]
    ) { $0.barrierInSuspendedQueue($1) },
    Behaviour(
      "K7: a barrier in an empty queue runs on the underlying queue", ["on its lane true"],
      foundation: ["on its lane false"]
    ) { $0.barrierOnLane($1) },
    Behaviour(
      "K7: a barrier in the empty main queue runs on the main queue", ["on the main queue true"],
      foundation: ["on the main queue false"]
    ) { $0.barrierOnMainQueue($1) },
    Behaviour(
      "K8: on a global queue too, a barrier holds what is added while it runs",
      ["barrier begins", "barrier ends", "added later"],
      foundation: ["barrier begins", "added later", "barrier ends"]
    ) { $0.barrierOnGlobalQueue($1) },
    Behaviour(
      "K12, Q25: a gate that opens silently is not noticed before it is announced",
      ["ran before it was announced false", "ran 1"],
      foundation: ["ran before it was announced true", "ran 1"]
    ) { $0.gateOpenedSilently($1) },
    Behaviour(
      "Q19: an operation that was cancelled before it started is counted", ["2 of 2"], foundation: ["1 of 2"]
    ) { $0.progressOfCancelled($1) },
    Behaviour("O41: with a total of 0 nothing is counted", ["0 of 0"], foundation: ["1 of 0"]) {
      $0.progressOfNone($1)
    },
    Behaviour(
      "Q2: a priority that is changed, and changed back, leaves the operation its place",
      ["first", "second", "third"], foundation: ["second", "third", "first"]
    ) { $0.priorityAndBack($1) },
    Behaviour(
      "Q18: the name of the main queue", ["main queue"], foundation: ["NSOperationQueue Main Queue"]
    ) { $1($0.main.name ?? "no name") },
    Behaviour(
      "Q18: the main queue has one of the qualities of service",
      ["raw value \(QualityOfService.default.rawValue)"], foundation: ["raw value 0"]
    ) { $1("raw value \($0.main.qualityOfService.rawValue)") },
  ]
}

extension Framework {
  fileprivate static func suspendedWithoutLimit(_ trace: Trace) {
    let lane = Lane()
    let queue = makeQueue(limit: -1, on: lane)
    let begun = Latch()
    let mayEnd = Latch()
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

  fileprivate static func priorityWithoutLimit(_ trace: Trace) {
    let lane = Lane()
    let queue = makeQueue(limit: -1, on: lane)
    let mayBegin = Latch()
    lane.queue.async { mayBegin.wait() }
    for _ in 1...3 { queue.addOperation(makeTask("normal", trace)) }
    let urgent = makeTask("very high", trace)
    urgent.queuePriority = .veryHigh
    queue.addOperation(urgent)
    mayBegin.open()
    queue.waitUntilAllOperationsAreFinished()
  }

  fileprivate static func barrierInSuspendedQueue(_ trace: Trace) {
    let queue = makeQueue()
    let ran = Latch()
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

  fileprivate static func barrierOnLane(_ trace: Trace) {
    let lane = Lane()
    let queue = makeQueue(limit: 1, on: lane)
    let isOnLane = mark(lane.queue)
    let ran = Latch()
    queue.addBarrierBlock {
      trace("on its lane \(isOnLane())")
      ran.open()
    }
    ran.wait()
  }

  fileprivate static func barrierOnMainQueue(_ trace: Trace) {
    let isOnMain = mark(.main)
    let ran = Latch()
    main.addBarrierBlock {
      trace("on the main queue \(isOnMain())")
      ran.open()
    }
    ran.wait()
  }

  fileprivate static func barrierOnGlobalQueue(_ trace: Trace) {
    let queue = makeQueue(limit: 4)
    queue.underlyingQueue = DispatchQueue.global()
    let mayEnd = Latch()
    let begun = Latch()
    let added = Latch()
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

  fileprivate static func gateOpenedSilently(_ trace: Trace) {
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

  fileprivate static func progressOfCancelled(_ trace: Trace) {
    let queue = makeQueue(limit: 1)
    queue.progress.totalUnitCount = 2
    let cancelled = makePlain()
    cancelled.cancel()
    queue.addOperations([makePlain(), cancelled], waitUntilFinished: false)
    queue.waitUntilAllOperationsAreFinished()
    trace("\(queue.progress.completedUnitCount) of \(queue.progress.totalUnitCount)")
  }

  fileprivate static func progressOfNone(_ trace: Trace) {
    let queue = makeQueue(limit: 1)
    queue.progress.totalUnitCount = 0
    queue.addOperations([makePlain()], waitUntilFinished: false)
    queue.waitUntilAllOperationsAreFinished()
    trace("\(queue.progress.completedUnitCount) of \(queue.progress.totalUnitCount)")
  }

  fileprivate static func priorityAndBack(_ trace: Trace) {
    serially { queue in
      let jobs = ["first", "second", "third"].map { makeTask($0, trace) }
      queue.addOperations(jobs, waitUntilFinished: false)
      jobs[0].queuePriority = .high
      jobs[0].queuePriority = .normal
    }
  }

  /// Marks a dispatch queue; the answer is whether the caller runs on it.
  private static func mark(_ queue: DispatchQueue) -> @Sendable () -> Bool {
    let key = DispatchSpecificKey<Bool>()
    queue.setSpecific(key: key, value: true)
    return { DispatchQueue.getSpecific(key: key) == true }
  }
}
