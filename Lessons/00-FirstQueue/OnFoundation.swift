import Foundation
import LessonKit

/// Forty operations on Foundation, of which 32 are cancelled while the first two run.
func onFoundation() -> [String] {
  let (loads, bothRun) = (Counter(), DispatchSemaphore(value: 0))
  let gate = DispatchSemaphore(value: 0)
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 2
  let thumbnails = (1...40).map { number in
    BlockOperation {
      loads.raise()
      guard number <= 2 else { return }
      bothRun.signal()
      gate.wait()
    }
  }
  queue.addOperations(thumbnails, waitUntilFinished: false)
  for _ in 1...2 { bothRun.wait() }
  for thumbnail in thumbnails.prefix(32) { thumbnail.cancel() }
  for _ in 1...2 { gate.signal() }
  queue.waitUntilAllOperationsAreFinished()
  return ["\(loads.value) loads of 40"]
}
