import Foundation
import LessonKit

/// The export of step 2 with its bar, and the blocks of step 1, on Foundation.
func onFoundation() -> [String] {
  let trace = Notebook()
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 2
  queue.progress.totalUnitCount = 4
  for _ in 1...2 { queue.addOperation { trace.write("load") } }
  queue.addBarrierBlock { trace.write("index") }
  for _ in 1...2 { queue.addOperation { trace.write("page") } }
  queue.waitUntilAllOperationsAreFinished()
  let bar = "\(queue.progress.completedUnitCount) of \(queue.progress.totalUnitCount)"

  // Each block waits a moment for the others.
  let server = Rendezvous()
  let upload = BlockOperation { server.meet(3, patience: .milliseconds(300)) }
  for _ in 2...3 { upload.addExecutionBlock { server.meet(3, patience: .milliseconds(300)) } }
  let uploads = OperationQueue()
  uploads.maxConcurrentOperationCount = 1
  uploads.addOperation(upload)
  uploads.waitUntilAllOperationsAreFinished()
  return trace.lines + [bar, "uploads at once: \(server.mostAtOnce)"]
}
