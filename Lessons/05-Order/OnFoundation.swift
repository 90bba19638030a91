import Foundation
import LessonKit

/// The tap of step 1, twice, the cancelled download of step 3 and the uploads of step 5, on Foundation.
func onFoundation() -> [String] {
  let trace = Notebook()
  for isRaised in [false, true] {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    queue.isSuspended = true
    let operations = ["thumb 1", "thumb 2", "picture", "page"].map { name in
      BlockOperation { trace.write(name) }
    }
    operations[3].addDependency(operations[2])
    operations[3].queuePriority = .veryHigh
    if isRaised { operations[2].queuePriority = .veryHigh }
    queue.addOperations(operations, waitUntilFinished: false)
    queue.isSuspended = false
    queue.waitUntilAllOperationsAreFinished()
  }
  let download = BlockOperation { trace.write("download") }
  let save = BlockOperation { trace.write("save") }
  save.addDependency(download)
  download.cancel()
  OperationQueue().addOperation(download)
  let pictures = OperationQueue()
  pictures.addOperation(save)
  pictures.waitUntilAllOperationsAreFinished()
  let (hasty, careful) = (FoundationUpload(knowsCancelled: false), FoundationUpload(knowsCancelled: true))
  OperationQueue().addOperations([hasty, careful], waitUntilFinished: false)
  for upload in [hasty, careful] { upload.cancel() }
  careful.waitUntilFinished()
  return trace.lines + ["careful finished: true", "hasty finished: \(hasty.isFinished)"]
}

/// An upload that waits for Wi-Fi, which never arrives.
private final class FoundationUpload: Operation, @unchecked Sendable {
  // Unchecked: the property is constant.
  private let knowsCancelled: Bool

  init(knowsCancelled: Bool) { self.knowsCancelled = knowsCancelled }

  override var isReady: Bool { super.isReady && knowsCancelled && isCancelled }

  override func cancel() {
    willChangeValue(forKey: "isReady")
    super.cancel()
    didChangeValue(forKey: "isReady")
  }
}
