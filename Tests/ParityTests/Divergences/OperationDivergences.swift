import Foundation
import TestSupport

// Scenarios in which an operation of Foundation differs.

extension Framework {
  static func blocksAtOnce(_ trace: Trace) {
    let caller = ObjectIdentifier(Thread.current)
    let (begun, elsewhere) = (Counter(), Counter())
    let block: @Sendable () -> Void = {
      begun.raise()
      if ObjectIdentifier(Thread.current) != caller { elsewhere.raise() }
      // The calling thread runs what no worker has taken, so a worker needs the time to come.
      for _ in 0..<50 where begun.value < 2 { Chances.give { begun.value == 2 } }
    }
    makeBlocks([block, block]).start()
    trace("both on the calling thread \(elsewhere.value == 0)")
  }

  static func completionBlockLetGo(_ trace: Trace) {
    let completed = Gate()
    weak var captured: AnyObject?
    let job = makePlain()
    pooled {
      let object = Gate()
      captured = object
      job.completionBlock = {
        object.open()
        completed.open()
      }
    }
    job.start()
    completed.wait()
    // The block has opened the gate; its thread may still be about to let it go.
    Chances.give { captured == nil }
    trace("completion block \(job.completionBlock == nil ? "gone" : "there")")
    trace("captured object \(captured == nil ? "gone" : "there")")
    // Foundation keeps it as long as the operation: without this line it might be gone too.
    withExtendedLifetime(job) {}
  }

  static func unfinishedRemoved(_ trace: Trace) {
    let dependency = makePlain()
    let job = makePlain()
    job.addDependency(dependency)
    trace("ready \(job.isReady)")
    job.removeDependency(dependency)
    trace("dependencies \(job.dependencies.count), ready \(job.isReady)")
    withExtendedLifetime(dependency) {}
  }

  static func finishedRemoved(_ trace: Trace) {
    let dependency = makePlain()
    let job = makePlain()
    job.addDependency(dependency)
    job.cancel()
    dependency.start()
    trace("ready \(job.isReady)")
    job.removeDependency(dependency)
    trace("dependencies \(job.dependencies.count), ready \(job.isReady)")
  }

  static func blocksLetGo(_ trace: Trace) {
    weak var captured: AnyObject?
    let job = pooled {
      let object = Gate()
      captured = object
      return makeBlocks([{ object.open() }])
    }
    trace("blocks \(executionBlockCount(of: job))")
    job.start()
    let isGone = captured == nil
    trace("blocks \(executionBlockCount(of: job)), captured object \(isGone ? "gone" : "there")")
  }

  static func readyWhileExecuting(_ trace: Trace) {
    let dependency = makePlain()
    let job = makeTask { job in
      job.addDependency(dependency)
      trace("executing, ready \(job.isReady)")
    }
    job.start()
    dependency.start()
    withExtendedLifetime(job) {}
  }
}
