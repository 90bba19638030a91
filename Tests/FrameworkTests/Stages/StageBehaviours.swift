import Behaviours
import Foundation
import TestSupport

extension Behaviour {
  /// What Foundation answers by ending the program, does not announce on Linux, or cannot do.
  ///
  /// For the framework, its own tests show these: they check its messages and its threads too.
  static let ofStages: [Behaviour] = [
    Behaviour("O3: an operation that is not ready does not start", ["finished false"]) { $0.notReady($1) },
    Behaviour("O4: nor does one that executes", ["main", "finished true"]) { $0.startedInside($1) },
    Behaviour("O5: one that is in a queue is started by the queue alone", ["resumed", "main"]) {
      $0.startedInQueue($1)
    },
    Behaviour("O12: two cancels are announced once", ["isCancelled"]) { $0.cancelledTwiceObserved($1) },
    Behaviour("O34: observers are called on the thread that made the change", ["on that thread true"]) {
      $0.observedOnThread($1)
    },
    Behaviour("Q8: a negative limit is refused", ["limit 2", "limit 2"]) { $0.negativeLimit($1) },
    Behaviour(
      "Q12: an operation is in one queue, once, and not after it has finished",
      ["finished", "1 and 0", "main"]
    ) { $0.addedAgain($1) },
    Behaviour(
      "Q27: a priority that changes while the operation is being added counts", ["raised", "first"]
    ) { $0.raisedWhileAdded($1) },
    Behaviour("Q28: work that waits for work does not stall for lack of a thread", ["depth 600"]) {
      $0.nestedWaits($1)
    },
  ]
}

extension Framework {
  fileprivate static func notReady(_ trace: Trace) {
    let job = makeGated { _ in trace("main") }
    job.start()
    trace("finished \(job.isFinished)")
  }

  fileprivate static func startedInside(_ trace: Trace) {
    let count = Guarded(0)
    let job = makeTask { job in
      trace("main")
      count.withLock { $0 += 1 }
      if count.value < 3 { job.start() }
    }
    job.start()
    trace("finished \(job.isFinished)")
  }

  fileprivate static func startedInQueue(_ trace: Trace) {
    let queue = makeQueue(limit: 1)
    queue.isSuspended = true
    let job = makeTask("main", trace)
    queue.addOperation(job)
    job.start()
    trace("resumed")
    queue.isSuspended = false
    queue.waitUntilAllOperationsAreFinished()
  }

  fileprivate static func cancelledTwiceObserved(_ trace: Trace) {
    let job = makePlain()
    observe(job) { trace($0) }
    job.cancel()
    job.cancel()
  }

  fileprivate static func observedOnThread(_ trace: Trace) {
    let job = makePlain()
    let (thread, observed) = (Guarded<ObjectIdentifier?>(nil), Guarded<ObjectIdentifier?>(nil))
    observe(job) { _ in observed.set(ObjectIdentifier(Thread.current)) }
    let isDone = Latch()
    Thread.detachNewThread {
      thread.set(ObjectIdentifier(Thread.current))
      job.cancel()
      isDone.open()
    }
    isDone.wait()
    trace("on that thread \(observed.value == thread.value)")
  }

  fileprivate static func negativeLimit(_ trace: Trace) {
    let queue = makeQueue(limit: 2)
    trace("limit \(queue.maxConcurrentOperationCount)")
    queue.maxConcurrentOperationCount = -2
    trace("limit \(queue.maxConcurrentOperationCount)")
  }

  fileprivate static func addedAgain(_ trace: Trace) {
    let (queue, other) = (makeQueue(limit: 1), makeQueue(limit: 1))
    for queue in [queue, other] { queue.isSuspended = true }
    let (job, finished) = (makeTask("main", trace), makeTask("finished", trace))
    finished.start()
    for each in [job, job, finished] { queue.addOperation(each) }
    other.addOperation(job)
    trace("\(queue.operationCount) and \(other.operationCount)")
    for queue in [queue, other] {
      queue.isSuspended = false
      queue.waitUntilAllOperationsAreFinished()
    }
  }

  fileprivate static func raisedWhileAdded(_ trace: Trace) {
    let queue = makeQueue(limit: 1)
    queue.isSuspended = true
    queue.addOperation(makeTask("first", trace))
    let raised = Guarded<Job?>(nil)
    var hooks = Hooks<Job> { _ in trace("raised") }
    // The queue is adding it and has read the old priority; now it changes.
    hooks.isOpen = {
      raised.value?.queuePriority = .veryHigh
      return true
    }
    raised.set(make(hooks))
    if let job = raised.value { queue.addOperation(job) }
    raised.set(nil)
    queue.isSuspended = false
    queue.waitUntilAllOperationsAreFinished()
  }

  fileprivate static func nestedWaits(_ trace: Trace) {
    let depth = Guarded(0)
    @Sendable func nest() {
      depth.withLock { $0 += 1 }
      guard depth.value < 600 else { return }
      let queue = makeQueue()
      queue.addOperation(makeTask { _ in nest() })
      queue.waitUntilAllOperationsAreFinished()
    }
    nest()
    trace("depth \(depth.value)")
  }
}
