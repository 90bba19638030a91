import Foundation
import TestSupport

extension Behaviour {
  /// Which operation waits for which other one, and until when.
  static let ofDependencies: [Behaviour] = [
    Behaviour(
      "O13: cancelling makes an operation ready, and does not change its dependency",
      ["ready false", "ready true", "dependency finished false, dependencies 1"]
    ) { $0.cancelledWhileWaiting($1) },
    Behaviour(
      "O14, Q25: a condition of your own holds the operation until it is announced",
      ["closed", "open", "main"]
    ) { $0.gateAnnounced($1) },
    Behaviour(
      "O15, O16: a dependency that was cancelled releases its dependent when it has finished, not before",
      ["ready false", "first finished true", "ready true", "second"]
    ) { $0.cancelledDependency($1) },
    Behaviour(
      "O17: a queue starts a cancelled dependency, and then its dependent",
      ["first cancelled true", "second ready false", "second", "first finished true"]
    ) { $0.cancelledDependencyInQueue($1) },
    Behaviour(
      "O17: dependencies work across queues",
      ["second ready false", "first", "second"]
    ) { $0.acrossQueues($1) },
    Behaviour(
      "O18: a finished dependency stays in the list",
      ["first", "second", "dependencies 1"]
    ) { $0.finishedDependencyStays($1) },
    Behaviour(
      "O20: removing a dependency that was never added does nothing",
      ["dependencies 0, ready true", "dependencies 1, ready false"]
    ) { $0.strangerRemoved($1) },
    Behaviour(
      "O21: the same dependency added twice is one",
      ["dependencies 1", "ready true"]
    ) { $0.addedTwice($1) },
    Behaviour(
      "O22: a dependency added while the operation executes holds nothing up",
      ["executing", "finished true, dependency finished false, dependencies 1"]
    ) { $0.addedWhileExecuting($1) },
    Behaviour(
      "O23: a dependency added after the operation has run comes too late",
      ["second", "second finished true", "first"]
    ) { $0.addedTooLate($1) },
    Behaviour(
      "O24, C6: operations in a cycle never run, others do, and cancelling one breaks it",
      [
        "bystander", "ready false false", "cancel a", "b", "a finished true, b finished true",
      ]
    ) { $0.circle($1) },
  ]
}

extension Framework {
  fileprivate static func cancelledWhileWaiting(_ trace: Trace) {
    let first = makePlain()
    let second = makePlain()
    second.addDependency(first)
    trace("ready \(second.isReady)")
    second.cancel()
    trace("ready \(second.isReady)")
    trace("dependency finished \(first.isFinished), dependencies \(second.dependencies.count)")
  }

  fileprivate static func gateAnnounced(_ trace: Trace) {
    let lane = Lane()
    let queue = makeQueue(limit: 1, on: lane)
    let job = makeGated { _ in trace("main") }
    queue.addOperation(job)
    lane.settle()
    trace("closed")
    trace("open")
    openGate(of: job, isAnnounced: true)
    queue.waitUntilAllOperationsAreFinished()
  }

  fileprivate static func cancelledDependency(_ trace: Trace) {
    let first = makeTask("first", trace)
    let second = makeTask("second", trace)
    second.addDependency(first)
    first.cancel()
    trace("ready \(second.isReady)")
    first.start()
    trace("first finished \(first.isFinished)")
    trace("ready \(second.isReady)")
    second.start()
  }

  fileprivate static func cancelledDependencyInQueue(_ trace: Trace) {
    let queue = makeQueue(limit: 1)
    queue.isSuspended = true
    let first = makeTask("first", trace)
    let second = makeTask("second", trace)
    second.addDependency(first)
    queue.addOperations([first, second], waitUntilFinished: false)
    first.cancel()
    trace("first cancelled \(first.isCancelled)")
    trace("second ready \(second.isReady)")
    queue.isSuspended = false
    queue.waitUntilAllOperationsAreFinished()
    trace("first finished \(first.isFinished)")
  }

  fileprivate static func acrossQueues(_ trace: Trace) {
    let one = makeQueue()
    let other = makeQueue()
    let first = makeTask("first", trace)
    let second = makeTask("second", trace)
    second.addDependency(first)
    other.addOperation(second)
    trace("second ready \(second.isReady)")
    one.addOperation(first)
    other.waitUntilAllOperationsAreFinished()
  }

  fileprivate static func finishedDependencyStays(_ trace: Trace) {
    let first = makeTask("first", trace)
    let second = makeTask("second", trace)
    second.addDependency(first)
    first.start()
    second.start()
    trace("dependencies \(second.dependencies.count)")
  }

  fileprivate static func strangerRemoved(_ trace: Trace) {
    let job = makePlain()
    job.removeDependency(makePlain())
    trace("dependencies \(job.dependencies.count), ready \(job.isReady)")
    let dependency = makePlain()
    job.addDependency(dependency)
    job.removeDependency(makePlain())
    trace("dependencies \(job.dependencies.count), ready \(job.isReady)")
    dependency.start()
  }

  fileprivate static func addedTwice(_ trace: Trace) {
    let first = makePlain()
    let second = makePlain()
    second.addDependency(first)
    second.addDependency(first)
    trace("dependencies \(second.dependencies.count)")
    first.start()
    trace("ready \(second.isReady)")
  }

  fileprivate static func addedWhileExecuting(_ trace: Trace) {
    let dependency = makePlain()
    let job = makeTask { job in
      trace("executing")
      job.addDependency(dependency)
    }
    job.start()
    trace(
      "finished \(job.isFinished), dependency finished \(dependency.isFinished), "
        + "dependencies \(job.dependencies.count)")
    // Foundation keeps an unretained pointer to the dependent (K3): both are released together.
    dependency.start()
    withExtendedLifetime(job) {}
  }

  fileprivate static func addedTooLate(_ trace: Trace) {
    let queue = makeQueue()
    let first = makeTask("first", trace)
    let second = makeTask("second", trace)
    queue.addOperation(second)
    second.waitUntilFinished()
    second.addDependency(first)
    trace("second finished \(second.isFinished)")
    first.start()
  }

  fileprivate static func circle(_ trace: Trace) {
    let lane = Lane()
    let queue = makeQueue(limit: 4, on: lane)
    let a = makeTask("a", trace)
    let b = makeTask("b", trace)
    a.addDependency(b)
    b.addDependency(a)
    queue.addOperations([a, b, makeTask("bystander", trace)], waitUntilFinished: false)
    lane.settle()
    trace("ready \(a.isReady) \(b.isReady)")
    trace("cancel a")
    a.cancel()
    queue.waitUntilAllOperationsAreFinished()
    trace("a finished \(a.isFinished), b finished \(b.isFinished)")
  }
}
