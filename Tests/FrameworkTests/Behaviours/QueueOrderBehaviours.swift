import Foundation
import TestSupport

extension Behaviour {
  /// Which operation a queue starts next.
  static let ofOrder: [Behaviour] = [
    Behaviour(
      "Q1: ready operations of equal priority start in the order in which they were added",
      ["1", "2", "3", "4", "5"]
    ) { $0.sameOrder($1) },
    Behaviour(
      "Q2: the most urgent of the ready ones starts first",
      ["very high", "high", "normal", "low", "very low"]
    ) { $0.mostUrgentFirst($1) },
    Behaviour(
      "Q2: a priority that changes while the operation waits counts",
      ["third", "first", "second"]
    ) { $0.raisedWhileWaiting($1) },
    Behaviour(
      "Q3: readiness comes before priority",
      ["dependency", "urgent", "patient"]
    ) { $0.readinessFirst($1) },
    Behaviour(
      "Q4: an urgent operation does not interrupt one that runs",
      ["low begins", "low ends", "very high"]
    ) { $0.nothingIsPushedOut($1) },
    Behaviour(
      "Q6: a limit of one does not promise the order in which operations were added",
      ["b", "d", "c", "a"]
    ) { $0.serialIsNotFirstInFirstOut($1) },
  ]
}

extension Framework {
  /// A queue that starts one at a time, once `body` has added them.
  static func serially(_ body: (Queue) -> Void) {
    let queue = makeQueue(limit: 1)
    queue.isSuspended = true
    body(queue)
    queue.isSuspended = false
    queue.waitUntilAllOperationsAreFinished()
  }

  fileprivate static func sameOrder(_ trace: Trace) {
    serially { queue in
      for number in 1...5 { queue.addOperation(makeTask("\(number)", trace)) }
    }
  }

  fileprivate static func mostUrgentFirst(_ trace: Trace) {
    serially { queue in
      let names = ["very low", "low", "normal", "high", "very high"]
      let priorities: [Job.QueuePriority] = [.veryLow, .low, .normal, .high, .veryHigh]
      for (name, priority) in zip(names, priorities) {
        let job = makeTask(name, trace)
        job.queuePriority = priority
        queue.addOperation(job)
      }
    }
  }

  fileprivate static func raisedWhileWaiting(_ trace: Trace) {
    serially { queue in
      let jobs = ["first", "second", "third"].map { makeTask($0, trace) }
      queue.addOperations(jobs, waitUntilFinished: false)
      jobs[2].queuePriority = .high
    }
  }

  fileprivate static func readinessFirst(_ trace: Trace) {
    serially { queue in
      let dependency = makeTask("dependency", trace)
      let urgent = makeTask("urgent", trace)
      urgent.queuePriority = .veryHigh
      urgent.addDependency(dependency)
      let patient = makeTask("patient", trace)
      patient.queuePriority = .low
      queue.addOperations([urgent, patient, dependency], waitUntilFinished: false)
    }
  }

  fileprivate static func nothingIsPushedOut(_ trace: Trace) {
    let queue = makeQueue(limit: 1)
    let begun = Latch()
    let mayEnd = Latch()
    let low = makeTask { _ in
      trace("low begins")
      begun.open()
      mayEnd.wait()
      trace("low ends")
    }
    low.queuePriority = .low
    queue.addOperation(low)
    begun.wait()
    let urgent = makeTask("very high", trace)
    urgent.queuePriority = .veryHigh
    queue.addOperation(urgent)
    mayEnd.open()
    queue.waitUntilAllOperationsAreFinished()
  }

  fileprivate static func serialIsNotFirstInFirstOut(_ trace: Trace) {
    serially { queue in
      let jobs = ["a", "b", "c", "d"].map { makeTask($0, trace) }
      jobs[0].addDependency(jobs[2])
      jobs[3].queuePriority = .high
      jobs[1].queuePriority = .veryHigh
      queue.addOperations(jobs, waitUntilFinished: false)
    }
  }
}
