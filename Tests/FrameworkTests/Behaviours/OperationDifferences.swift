import Foundation
import TestSupport

extension Behaviour {
  /// Where an operation of Foundation on Linux is known to differ.
  ///
  /// Missing are K3, K4, K11 and K13, which end the program, and those to which
  /// Foundation answers with `fatalError` (O3, O4 while executing, O5, O33, Q12, Q21) or by
  /// hanging (C7).
  static let ofDifferentOperations: [Behaviour] = [
    Behaviour(
      "C3: the blocks of one operation run at the same time", ["both on the calling thread false"],
      foundation: ["both on the calling thread true"]
    ) { $0.blocksAtOnce($1) },
    Behaviour(
      "C4, K9, O27: the completion block is released when it has been called",
      ["completion block gone", "captured object gone"],
      foundation: ["completion block there", "captured object there"]
    ) { $0.completionBlockReleased($1) },
    Behaviour(
      "K1, O19: without its only unfinished dependency an operation is ready",
      ["ready false", "dependencies 0, ready true"],
      foundation: ["ready false", "dependencies 0, ready false"]
    ) { $0.unfinishedRemoved($1) },
    Behaviour(
      "K2: without its finished dependency a cancelled operation stays ready",
      ["ready true", "dependencies 0, ready true"],
      foundation: ["ready true", "dependencies 0, ready false"]
    ) { $0.finishedRemoved($1) },
    Behaviour(
      "K10: blocks and their captures are released when they have run",
      ["blocks 1", "blocks 0, captured object gone"],
      foundation: ["blocks 1", "blocks 1, captured object there"]
    ) { $0.blocksReleased($1) },
    Behaviour(
      "O22: an operation that executes stays ready when it gets a dependency", ["executing, ready true"],
      foundation: ["executing, ready false"]
    ) { $0.readyWhileExecuting($1) },
    Behaviour(
      "Description: a description contains the name, and no address", ["an address false, the name true"],
      foundation: ["an address true, the name false"]
    ) { $0.descriptions($1) },
  ]
}

extension Framework {
  fileprivate static func blocksAtOnce(_ trace: Trace) {
    let caller = ObjectIdentifier(Thread.current)
    let (begun, elsewhere) = (Counter(), Counter())
    let block: @Sendable () -> Void = {
      begun.raise()
      if ObjectIdentifier(Thread.current) != caller { elsewhere.raise() }
      // The calling thread runs a block that no worker has taken, so a worker needs time to take it.
      for _ in 0..<50 where begun.value < 2 { Chances.give { begun.value == 2 } }
    }
    makeBlocks([block, block]).start()
    trace("both on the calling thread \(elsewhere.value == 0)")
  }

  fileprivate static func completionBlockReleased(_ trace: Trace) {
    let (completed, released) = (Latch(), Latch())
    weak var captured: AnyObject?
    let job = makePlain()
    pooled {
      let object = Token(released)
      captured = object
      job.completionBlock = { withExtendedLifetime(object) { completed.open() } }
    }
    job.start()
    completed.wait()
    // The block has opened the gate; its thread may still be about to release it, unless the operation keeps
    // it.
    if job.completionBlock == nil { released.wait() }
    trace("completion block \(job.completionBlock == nil ? "gone" : "there")")
    trace("captured object \(captured == nil ? "gone" : "there")")
    // Foundation releases it with the operation, which might happen too early without this line.
    withExtendedLifetime(job) {}
  }

  fileprivate static func unfinishedRemoved(_ trace: Trace) {
    let dependency = makePlain()
    let job = makePlain()
    job.addDependency(dependency)
    trace("ready \(job.isReady)")
    job.removeDependency(dependency)
    trace("dependencies \(job.dependencies.count), ready \(job.isReady)")
    withExtendedLifetime(dependency) {}
  }

  fileprivate static func finishedRemoved(_ trace: Trace) {
    let dependency = makePlain()
    let job = makePlain()
    job.addDependency(dependency)
    job.cancel()
    dependency.start()
    trace("ready \(job.isReady)")
    job.removeDependency(dependency)
    trace("dependencies \(job.dependencies.count), ready \(job.isReady)")
  }

  fileprivate static func blocksReleased(_ trace: Trace) {
    weak var captured: AnyObject?
    let job = pooled {
      let object = Latch()
      captured = object
      return makeBlocks([{ object.open() }])
    }
    trace("blocks \(executionBlockCount(of: job))")
    job.start()
    let isGone = captured == nil
    trace("blocks \(executionBlockCount(of: job)), captured object \(isGone ? "gone" : "there")")
  }

  fileprivate static func readyWhileExecuting(_ trace: Trace) {
    let dependency = makePlain()
    let job = makeTask { job in
      job.addDependency(dependency)
      trace("executing, ready \(job.isReady)")
    }
    job.start()
    dependency.start()
    withExtendedLifetime(job) {}
  }

  fileprivate static func descriptions(_ trace: Trace) {
    let job = makePlain()
    job.name = "upload"
    trace("an address \("\(job)".contains("0x")), the name \("\(job)".contains("upload"))")
  }
}
