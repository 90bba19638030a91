import Foundation
import LessonKit
import Synchronization

/// All five steps on Foundation.
func onFoundation() -> [String] {
  let ran = Notebook()
  let queue = OperationQueue()
  queue.isSuspended = true
  let download = BlockOperation { ran.write("download") }
  let close = BlockOperation { ran.write("close") }
  close.addDependency(download)
  queue.addOperations([download, close], waitUntilFinished: false)
  download.cancel()
  if close.isReady { ran.write("close is ready") }
  queue.isSuspended = false
  queue.waitUntilAllOperationsAreFinished()

  let all = OperationQueue()
  all.isSuspended = true
  let photos = (1...3).map { number in BlockOperation { ran.write("photo \(number)") } }
  all.addOperations(photos, waitUntilFinished: false)
  all.cancelAllOperations()
  let leftover = all.operationCount
  all.isSuspended = false
  all.waitUntilAllOperationsAreFinished()
  let rest = "left: \(leftover), after resuming: \(all.operationCount)"

  let mayEnd = DispatchSemaphore(value: 0)
  let first = BlockOperation { mayEnd.wait() }
  let save = BlockOperation { ran.write("save") }
  save.addDependency(first)
  queue.addOperations([first, save], waitUntilFinished: false)
  save.cancel()
  save.waitUntilFinished()
  if first.isFinished { ran.write("save was the last") }
  mayEnd.signal()
  queue.waitUntilAllOperationsAreFinished()

  let alone = BlockOperation { ran.write("alone") }
  alone.cancel()
  let isFinishedByCancel = alone.isFinished
  alone.start()

  let photo = Mutex<String?>(nil)
  let cancelled = BlockOperation { photo.withLock { $0 = "photo" } }
  let decode = BlockOperation {
    ran.write(photo.withLock { $0 } == nil ? "has nothing to decode" : "decodes the photo")
  }
  decode.addDependency(cancelled)
  cancelled.cancel()
  queue.addOperations([decode, cancelled], waitUntilFinished: true)
  return [rest, "alone finished by cancel(): \(isFinishedByCancel)"] + ran.lines
}
