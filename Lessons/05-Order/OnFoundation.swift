import Foundation
import LessonKit

/// The four operations of step 1 and the removed dependency of step 2, on Foundation.
func onFoundation() -> [String] {
  let trace = Notebook()
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 1
  queue.isSuspended = true
  let operations = ["first", "second", "urgent", "third"].map { name in
    BlockOperation { trace.write("\(name) begins") }
  }
  operations[2].addDependency(operations[1])
  operations[2].queuePriority = .veryHigh
  queue.addOperations(operations, waitUntilFinished: false)
  operations[3].queuePriority = .high
  queue.isSuspended = false
  queue.waitUntilAllOperationsAreFinished()
  // Not queued: on Linux it would never leave the queue.
  let (late, never) = (Operation(), Operation())
  late.addDependency(never)
  late.removeDependency(never)
  return trace.lines + ["late is ready: \(late.isReady)"]
}
