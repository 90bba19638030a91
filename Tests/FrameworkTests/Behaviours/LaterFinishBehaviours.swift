import Foundation
import TestSupport

extension Behaviour {
  private static let endingLater = [
    "main", "left 3, finished false, executing false", "announced", "dependent", "bystander",
    "waiter saw finished true", "completion saw finished true", "left 0",
  ]

  /// Operations that override less than the documents require, or more, as programs do.
  static let ofFinishingLater: [Behaviour] = [
    Behaviour(
      "O36: an overridden isFinished that is false keeps the operation after main has returned", endingLater
    ) { $0.endsLater(.mainOnly, $1) },
    Behaviour(
      "O36: an overridden isFinished that is false keeps the operation after super.start() too", endingLater
    ) { $0.endsLater(.callsSuper, $1) },
    Behaviour(
      "O36: one that is cancelled before its start stays until it reports that it has finished",
      [
        "mainOnly left 1, finished false", "mainOnly left 0, finished true",
        "callsSuper left 0, finished true",
      ]
    ) { $0.cancelledLater($1) },
    Behaviour(
      "O36: started by hand, it continues as well",
      ["main", "finished false", "completion, finished true"]
    ) { $0.laterByHand($1) },
    Behaviour(
      "O37: an override of addOperation sees blocks, and not the array",
      ["block 1", "operation 2", "array 2"]
    ) { $0.countsAdded($1) },
    Behaviour(
      "O38: start may call super on another thread",
      ["main", "dependent", "left 0, finished true"]
    ) { $0.startsElsewhere($1) },
  ]
}

extension Framework {
  fileprivate static func endsLater(_ shape: LaterShape, _ trace: Trace) {
    let (lane, ended, waited) = (Lane(), Latch(), Latch())
    let (completionSaw, waiterSaw) = (Trace(), Trace())
    let queue = makeQueue(limit: 1, on: lane)
    let job = makeLater(shape) { _ in trace("main") }
    job.completionBlock = { [unowned job] in
      completionSaw("completion saw finished \(job.isFinished)")
      ended.open()
    }
    let dependent = makeTask("dependent", trace)
    dependent.addDependency(job)
    dependent.queuePriority = .high
    queue.addOperations([job, dependent, makeTask("bystander", trace)], waitUntilFinished: false)
    Thread.detachNewThread {
      job.waitUntilFinished()
      waiterSaw("waiter saw finished \(job.isFinished)")
      waited.open()
    }
    lane.settle()
    Chances.give()
    trace("left \(queue.operationCount), finished \(job.isFinished), executing \(job.isExecuting)")
    trace("announced")
    end(job)
    lane.settle()
    for gate in [waited, ended] { gate.wait() }
    for event in waiterSaw.events + completionSaw.events { trace(event) }
    trace("left \(queue.operationCount)")
  }

  fileprivate static func cancelledLater(_ trace: Trace) {
    for shape in [LaterShape.mainOnly, .callsSuper] {
      let lane = Lane()
      let queue = makeQueue(limit: 1, on: lane)
      let job = makeLater(shape) { _ in trace("main") }
      job.cancel()
      queue.addOperation(job)
      lane.settle()
      if shape == .mainOnly {
        trace("\(shape) left \(queue.operationCount), finished \(job.isFinished)")
        end(job)
        lane.settle()
      }
      trace("\(shape) left \(queue.operationCount), finished \(job.isFinished)")
    }
  }

  fileprivate static func laterByHand(_ trace: Trace) {
    let completed = Latch()
    let job = makeLater(.mainOnly) { _ in trace("main") }
    job.completionBlock = { [unowned job] in
      trace("completion, finished \(job.isFinished)")
      completed.open()
    }
    job.start()
    Chances.give()
    trace("finished \(job.isFinished)")
    end(job)
    withExtendedLifetime(job) { completed.wait() }
  }

  fileprivate static func countsAdded(_ trace: Trace) {
    let queue = makeCountingQueue()
    queue.addOperation {}
    trace("block \(addedCount(of: queue))")
    queue.addOperation(makePlain())
    trace("operation \(addedCount(of: queue))")
    queue.addOperations([makePlain(), makePlain()], waitUntilFinished: true)
    trace("array \(addedCount(of: queue))")
    queue.waitUntilAllOperationsAreFinished()
  }

  fileprivate static func startsElsewhere(_ trace: Trace) {
    let queue = makeQueue(limit: 1)
    let job = makeStartedElsewhere { _ in trace("main") }
    let dependent = makeTask("dependent", trace)
    dependent.addDependency(job)
    queue.addOperations([job, dependent], waitUntilFinished: true)
    queue.waitUntilAllOperationsAreFinished()
    trace("left \(queue.operationCount), finished \(job.isFinished)")
  }
}
