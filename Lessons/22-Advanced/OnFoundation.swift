import Foundation
import LessonKit

/// Three blocks of one operation on Foundation, each of which waits a moment for the others.
func onFoundation() -> [String] {
  let meeting = Rendezvous()
  let operation = BlockOperation { meeting.meet(3, patience: .milliseconds(300)) }
  for _ in 2...3 { operation.addExecutionBlock { meeting.meet(3, patience: .milliseconds(300)) } }
  let queue = OperationQueue()
  queue.addOperation(operation)
  queue.waitUntilAllOperationsAreFinished()
  return ["blocks at once: \(meeting.mostAtOnce)"]
}
