import Foundation
import LessonKit

/// The same scenario on Foundation's queue.
///
/// Its changes cannot be observed on Linux, so the blocks report.
func onFoundation() -> [String] {
  let trace = Notebook()
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 1
  let isSuspended = DispatchSemaphore(value: 0)
  let hasCounted = DispatchSemaphore(value: 0)
  for number in 1...3 {
    queue.addOperation {
      trace.write("photo \(number) begins")
      if number == 1 {
        queue.isSuspended = true
        trace.write("photos suspended")
        isSuspended.signal()
      }
      trace.write("photo \(number) ends")
      if number == 1 { hasCounted.signal() }
    }
  }
  isSuspended.wait()
  hasCounted.wait()
  trace.write("photos resumed")
  queue.isSuspended = false
  queue.waitUntilAllOperationsAreFinished()
  return trace.lines
}
