import LessonKit
import MiniOperations

// snippet: timeout
/// Cancels another operation when it takes too long, and finishes early when that one does.
final class Timeout: MiniOperation, @unchecked Sendable {
  // Unchecked: everything is constant.
  private let operation: MiniOperation
  private let limit: Duration
  private let time: any Timekeeper
  private let changed = Condition(name: "timeout")

  init(of operation: MiniOperation, after limit: Duration, on time: any Timekeeper) {
    self.operation = operation
    self.limit = limit
    self.time = time
  }

  override func main() {
    let deadline = time.now + limit
    let observation = operation.observe(\.isFinished) { [changed] _, _ in
      changed.withLock { changed.broadcast() }
    }
    let isInTime = changed.withLock {
      while !operation.isFinished {
        if !changed.wait(until: deadline, on: time) { return operation.isFinished }
      }
      return true
    }
    if !isInTime { operation.cancel() }
    observation.invalidate()
  }
}
// end

/// Runs an upload with a timeout, lets that time pass, and returns when the upload was cancelled.
func timeOut(
  _ upload: Endless, after limit: Duration, in queue: MiniOperationQueue, on time: VirtualTime
) -> [String] {
  let (begin, cancellations) = (time.now, Notebook())
  let observation = upload.observe(\.isCancelled) { _, _ in cancellations.write("\(time.now - begin)") }
  let timeout = Timeout(of: upload, after: limit, on: time)
  queue.addOperations([timeout, upload], waitUntilFinished: false)
  upload.waitUntilBegun()
  time.waitForSleepers(1)
  time.advance(by: limit)
  queue.waitUntilAllOperationsAreFinished()
  observation.invalidate()
  return cancellations.lines
}
