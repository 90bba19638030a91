import Foundation
import LessonKit

/// Barrier, progress and current queue on Foundation.
func onFoundation() -> [String] {
  let trace = Notebook()
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 2
  queue.progress.totalUnitCount = 4
  for _ in 1...2 {
    queue.addOperation { trace.write("load, on its queue: \(OperationQueue.current === queue)") }
  }
  queue.addBarrierBlock { trace.write("barrier") }
  for _ in 1...2 {
    queue.addOperation { trace.write("print, on its queue: \(OperationQueue.current === queue)") }
  }
  queue.waitUntilAllOperationsAreFinished()
  return trace.lines + ["progress: \(queue.progress.completedUnitCount) of \(queue.progress.totalUnitCount)"]
}

/// Three blocks of one operation on Foundation, each of which waits a moment for the others.
func blocksOnFoundation() -> [String] {
  let meeting = Rendezvous()
  let operation = BlockOperation { meeting.meet(3, patience: .milliseconds(300)) }
  for _ in 2...3 { operation.addExecutionBlock { meeting.meet(3, patience: .milliseconds(300)) } }
  let queue = OperationQueue()
  queue.addOperation(operation)
  queue.waitUntilAllOperationsAreFinished()
  return ["blocks at once: \(meeting.mostAtOnce)"]
}

/// A quality of service by its name, which not every platform tells by itself.
func words(for quality: QualityOfService) -> String {
  switch quality {
  case .userInteractive: "userInteractive"
  case .userInitiated: "userInitiated"
  case .utility: "utility"
  case .background: "background"
  default: "default"
  }
}
