import Foundation
import LessonKit

/// The export of step 2 with its bar, and the blocks of step 1, on Foundation.
func onFoundation() -> [String] {
  let trace = Notebook()
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 2
  export(in: queue) { trace.write($0) }

  // One at a time: on Linux, two operations that end at once may crash in Foundation's progress, which has no lock.
  let counted = OperationQueue()
  counted.maxConcurrentOperationCount = 1
  counted.progress.totalUnitCount = 4
  export(in: counted) { _ in }
  let bar = "\(counted.progress.completedUnitCount) of \(counted.progress.totalUnitCount)"

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

private func export(in queue: OperationQueue, _ log: @escaping @Sendable (String) -> Void) {
  for _ in 1...2 { queue.addOperation { log("load") } }
  queue.addBarrierBlock { log("index") }
  for _ in 1...2 { queue.addOperation { log("page") } }
  queue.waitUntilAllOperationsAreFinished()
}
