import LessonKit
import MiniOperations

/// Cancels another operation when it takes too long, and is gone when that one ends earlier.
final class Timeout: MiniOperation, @unchecked Sendable {
  // Unchecked: everything is constant.
  private let operation: MiniOperation
  private let limit: Duration
  private let time: any Timekeeper
  private let bell = Condition(name: "timeout")

  init(of operation: MiniOperation, after limit: Duration, on time: any Timekeeper) {
    self.operation = operation
    self.limit = limit
    self.time = time
  }

  override func main() {
    let deadline = time.now + limit
    let observation = operation.observe(\.isFinished) { [bell] _, _ in bell.withLock { bell.broadcast() } }
    // snippet: timeout
    let isInTime = bell.withLock {
      while !operation.isFinished {
        if !bell.wait(until: deadline, on: time) { return operation.isFinished }
      }
      return true
    }
    if !isInTime { operation.cancel() }
    // end
    observation.invalidate()
  }
}

/// Runs an operation with a timeout, lets that time pass, and returns when the operation was cancelled.
func timeOut(
  _ operation: Patient, after limit: Duration, in queue: MiniOperationQueue, on time: VirtualTime
) -> [String] {
  let (begin, cancels) = (time.now, Notebook())
  let observation = operation.observe(\.isCancelled) { _, _ in cancels.write("\(time.now - begin)") }
  let timeout = Timeout(of: operation, after: limit, on: time)
  queue.addOperations([timeout, operation], waitUntilFinished: false)
  operation.waitUntilBegun()
  time.waitForSleepers(1)
  time.advance(by: limit)
  queue.waitUntilAllOperationsAreFinished()
  observation.invalidate()
  return cancels.lines
}
