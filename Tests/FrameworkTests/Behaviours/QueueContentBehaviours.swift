import Foundation
import TestSupport

extension Behaviour {
  /// What a queue holds, counts and reports about itself.
  static let ofContent: [Behaviour] = [
    Behaviour(
      "Q5, Q23: a new queue has no limit, is not suspended, and has a name",
      [
        "limit -1", "suspended false", "named true", "empty true", "underlying queue none", "main limit 1",
      ]
    ) { $0.newQueue($1) },
    Behaviour(
      "Q13: a queue keeps an operation until it has finished, and no longer",
      ["kept true", "main", "released"]
    ) { $0.keepsOperations($1) },
    Behaviour(
      "Q13: operations keep their queue",
      ["main", "main", "main"]
    ) { $0.operationsKeepQueue($1) },
    Behaviour(
      "Q14: operations are listed in the order in which they were added, whatever their priorities",
      ["listed [1, 2, 3]", "count 3"]
    ) { $0.listed(withBarrier: false, $1) },
    Behaviour(
      "Q15: barriers are not listed",
      ["listed [1, 2, 3, 4]", "count 4"]
    ) { $0.listed(withBarrier: true, $1) },
    Behaviour(
      "Q15: a barrier waits for all before it and holds all after it",
      ["barrier: before 4, after 0", "end: after 4, left 0"]
    ) { $0.barrier($1) },
    Behaviour(
      "Q17: the current queue is the one that runs the operation, and none on a plain thread",
      ["inside true", "outside none"]
    ) { $0.currentQueue($1) },
    Behaviour(
      "Q18: the main queue runs one operation at a time on the main thread's queue",
      ["first on main true, current true", "second on main true, current true"]
    ) { $0.mainQueue($1) },
    Behaviour(
      "O41: a progress that is created in main counts in the queue's fraction",
      [
        "0 of 2, 0.25", "1 of 2, 0.5", "current true", "2 of 2, 1.0", "by hand, current false",
      ]
    ) { $0.progressInMain($1) },
    Behaviour(
      "O41: a progress that the task leaves unfinished stays so",
      ["0 of 1, 0.5"]
    ) { $0.progressLeftUnfinished($1) },
    Behaviour(
      "Q19: progress is silent until it is told the total, then counts what main ends",
      ["untold 0 of 0", "told 3 of 4", "asynchronous 3 of 4"]
    ) { $0.progress($1) },
    Behaviour(
      "C9, Q20: qualities of service are the default, and are kept as they were set",
      ["default true true", "queue utility true", "operation background true"]
    ) { $0.quality($1) },
    Behaviour(
      "Q13: the count goes up and down with the operations",
      ["1", "2", "1", "0"]
    ) { $0.count($1) },
  ]
}

extension Framework {
  fileprivate static func newQueue(_ trace: Trace) {
    let queue = makeQueue()
    trace("limit \(queue.maxConcurrentOperationCount)")
    trace("suspended \(queue.isSuspended)")
    trace("named \(queue.name?.isEmpty == false)")
    trace("empty \(queue.operations.isEmpty && queue.operationCount == 0)")
    trace("underlying queue \(queue.underlyingQueue == nil ? "none" : "there")")
    trace("main limit \(main.maxConcurrentOperationCount)")
  }

  fileprivate static func keepsOperations(_ trace: Trace) {
    let lane = Lane()
    let queue = makeQueue(limit: 1, on: lane)
    queue.isSuspended = true
    let released = Latch()
    weak var weakJob: Job?
    pooled {
      let token = Token(released)
      let job = makeTask { _ in withExtendedLifetime(token) { trace("main") } }
      weakJob = job
      queue.addOperation(job)
    }
    trace("kept \(weakJob != nil)")
    queue.isSuspended = false
    queue.waitUntilAllOperationsAreFinished()
    lane.settle()
    // A thread that was started for it alone may not have ended yet. A queue that keeps it stalls here.
    released.wait()
    trace("released")
  }

  fileprivate static func operationsKeepQueue(_ trace: Trace) {
    let done = DispatchGroup()
    pooled {
      let queue = makeQueue(limit: 1)
      for _ in 1...3 {
        done.enter()
        queue.addOperation {
          trace("main")
          done.leave()
        }
      }
    }
    done.wait()
  }

  fileprivate static func listed(withBarrier: Bool, _ trace: Trace) {
    let queue = makeQueue()
    queue.isSuspended = true
    func add(_ number: Int, _ priority: Job.QueuePriority) {
      let job = makePlain()
      job.name = "\(number)"
      job.queuePriority = priority
      queue.addOperation(job)
    }
    add(1, .normal)
    add(2, .veryHigh)
    add(3, .low)
    if withBarrier {
      queue.addBarrierBlock {}
      add(4, .high)
    }
    trace("listed [\(queue.operations.map { $0.name ?? "" }.joined(separator: ", "))]")
    trace("count \(queue.operationCount)")
    queue.isSuspended = false
    queue.waitUntilAllOperationsAreFinished()
  }

  /// The priorities are against the barrier, so that a queue without barriers cannot have this order by luck.
  fileprivate static func barrier(_ trace: Trace) {
    let queue = makeQueue(limit: 4)
    let before = Counter()
    let after = Counter()
    func add(_ counter: Counter, _ priority: Job.QueuePriority) {
      for _ in 1...4 {
        let job = makeTask { _ in counter.raise() }
        job.queuePriority = priority
        queue.addOperation(job)
      }
    }
    queue.isSuspended = true
    add(before, .veryLow)
    queue.addBarrierBlock { trace("barrier: before \(before.value), after \(after.value)") }
    add(after, .veryHigh)
    queue.isSuspended = false
    queue.waitUntilAllOperationsAreFinished()
    trace("end: after \(after.value), left \(queue.operationCount)")
  }

  fileprivate static func currentQueue(_ trace: Trace) {
    let queue = makeQueue()
    queue.addOperation { trace("inside \(current === queue)") }
    queue.waitUntilAllOperationsAreFinished()
    trace("outside \(current == nil ? "none" : "one")")
  }

  fileprivate static func mainQueue(_ trace: Trace) {
    let jobs = ["first", "second"].map { name in
      makeTask { _ in
        dispatchPrecondition(condition: .onQueue(.main))
        trace("\(name) on main true, current \(current === main)")
      }
    }
    main.addOperations(jobs, waitUntilFinished: true)
  }

  fileprivate static func progress(_ trace: Trace) {
    let queue = makeQueue(limit: 1)
    queue.addOperations([makePlain()], waitUntilFinished: true)
    let progress = queue.progress
    trace("untold \(progress.completedUnitCount) of \(progress.totalUnitCount)")
    progress.totalUnitCount = 4
    queue.addOperations((1...3).map { _ in makeTask { _ in } }, waitUntilFinished: false)
    queue.waitUntilAllOperationsAreFinished()
    trace("told \(progress.completedUnitCount) of \(progress.totalUnitCount)")
    queue.addOperation(makeManual { end($0) })
    queue.waitUntilAllOperationsAreFinished()
    trace("asynchronous \(progress.completedUnitCount) of \(progress.totalUnitCount)")
  }

  private static func write(_ progress: Progress, _ trace: Trace) {
    trace("\(progress.completedUnitCount) of \(progress.totalUnitCount), \(progress.fractionCompleted)")
  }

  fileprivate static func progressInMain(_ trace: Trace) {
    let queue = makeQueue(limit: 1)
    queue.progress.totalUnitCount = 2
    let first = makeTask { _ in
      let parts = Progress(totalUnitCount: 4)
      parts.completedUnitCount = 2
      write(queue.progress, trace)
      parts.completedUnitCount = 4
      write(queue.progress, trace)
    }
    let second = makeTask { _ in trace("current \(Progress.current() != nil)") }
    queue.addOperations([first, second], waitUntilFinished: false)
    queue.waitUntilAllOperationsAreFinished()
    write(queue.progress, trace)
    makeTask { _ in trace("by hand, current \(Progress.current() != nil)") }.start()
  }

  fileprivate static func progressLeftUnfinished(_ trace: Trace) {
    let queue = makeQueue(limit: 1)
    queue.progress.totalUnitCount = 1
    queue.addOperation(makeTask { _ in Progress(totalUnitCount: 4).completedUnitCount = 2 })
    queue.waitUntilAllOperationsAreFinished()
    write(queue.progress, trace)
  }

  fileprivate static func quality(_ trace: Trace) {
    let queue = makeQueue()
    let job = makePlain()
    trace("default \(job.qualityOfService == .default) \(queue.qualityOfService == .default)")
    queue.qualityOfService = .utility
    job.qualityOfService = .background
    queue.addOperations([job], waitUntilFinished: true)
    trace("queue utility \(queue.qualityOfService == .utility)")
    trace("operation background \(job.qualityOfService == .background)")
  }

  fileprivate static func count(_ trace: Trace) {
    let lane = Lane()
    let queue = makeQueue(limit: 1, on: lane)
    queue.isSuspended = true
    let first = makePlain()
    let second = makeManual { _ in }
    for job in [first, second] {
      queue.addOperation(job)
      trace("\(queue.operationCount)")
    }
    queue.isSuspended = false
    lane.settle()
    trace("\(queue.operationCount)")
    end(second)
    lane.settle()
    trace("\(queue.operationCount)")
  }
}
