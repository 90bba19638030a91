import Foundation
import TestSupport
import Testing

@testable import MiniOperations

/// Two rows about queues have no test.
///
/// Q24: the count may have changed by the time it is read, so nothing can be tested.
/// Q26: waiting in an `async` function does not compile, which only a compiler can show.
@Suite struct `Observing a queue` {
  @Test func `Q22: the count goes 1 2 1 0 when two operations come and leave`() {
    let steps = QueueSteps()
    steps.queue.isSuspended = true
    steps.trace.keep(
      steps.queue.observe(\.operationCount, options: [.old, .new]) { [trace = steps.trace] _, change in
        trace("\(change.oldValue ?? -1) to \(change.newValue ?? -1)")
      })
    steps.add("a", "b")
    steps.queue.isSuspended = false
    steps.run()
    #expect(steps.trace.events == ["0 to 1", "1 to 2", "a", "2 to 1", "b", "1 to 0"])
  }

  @Test func `Q22: the operations are announced before and after, as the list that was and the list that is`()
  {
    let steps = QueueSteps()
    steps.trace.keep(
      steps.queue.observe(\.operations, options: [.old, .new]) { [trace = steps.trace] _, change in
        let (old, new) = (change.oldValue ?? [], change.newValue ?? [])
        trace("\(old.map(\.displayName)) to \(new.map(\.displayName))")
      })
    steps.queue.addOperations(
      [steps.operation("a"), steps.operation("b")], waitUntilFinished: false)
    steps.run()
    #expect(
      steps.trace.events == [
        #"[] to ["a", "b"]"#, "a", #"["a", "b"] to ["b"]"#, "b", #"["b"] to []"#,
      ])
  }

  @Test func `Q22: barriers are not announced, for they are not counted`() {
    let steps = QueueSteps()
    steps.trace.keep(
      steps.queue.observe(\.operationCount) { [trace = steps.trace] queue, _ in
        trace("\(queue.operationCount)")
      })
    steps.queue.addBarrierBlock {}
    steps.run()
    #expect(steps.trace.events == [])
  }

  @Test(arguments: ["suspended", "isSuspended"])
  func `Q22: the suspension is announced under both of its names`(key: String) {
    let queue = MiniOperationQueue(workers: SteppedWorkers())
    let trace = Trace()
    trace.keep(
      queue.observe(forKey: key, options: [.old, .new]) { _, change in
        trace("\(change.oldValue ?? "nothing") to \(change.newValue ?? "nothing")")
      })
    queue.isSuspended = true
    queue.isSuspended = false
    #expect(trace.events == ["false to true", "true to false"])
  }

  @Test func `Q22: the settings are announced with their old and new values`() {
    let queue = MiniOperationQueue(workers: SteppedWorkers())
    queue.name = "first"
    let trace = Trace()
    trace.keep(
      queue.observe(\.maxConcurrentOperationCount, options: [.old, .new]) { _, change in
        trace("limit \(change.oldValue ?? 0) to \(change.newValue ?? 0)")
      })
    trace.keep(
      queue.observe(\.isSuspended, options: [.old, .new]) { _, change in
        trace("suspended \(change.oldValue ?? true) to \(change.newValue ?? false)")
      })
    trace.keep(
      queue.observe(\.name, options: [.old, .new]) { _, change in
        trace("name \((change.oldValue ?? "") ?? "") to \((change.newValue ?? "") ?? "")")
      })
    trace.keep(
      queue.observe(\.qualityOfService, options: .new) { _, change in
        trace("quality \(change.newValue == .utility)")
      })
    queue.maxConcurrentOperationCount = 3
    queue.isSuspended = true
    queue.name = "second"
    queue.qualityOfService = .utility
    #expect(
      trace.events == [
        "limit -1 to 3", "suspended false to true", "name first to second", "quality true",
      ])
  }

  @Test func `Q8: a refused limit is not announced, and changes nothing`() {
    let queue = MiniOperationQueue(workers: SteppedWorkers())
    let trace = Trace()
    trace.keep(queue.observe(\.maxConcurrentOperationCount) { _, _ in trace("announced") })
    let misuses = Misuses.during { queue.maxConcurrentOperationCount = -7 }
    #expect(misuses.count == 1)
    #expect(queue.maxConcurrentOperationCount == -1)
    #expect(trace.events == [])
  }
}
