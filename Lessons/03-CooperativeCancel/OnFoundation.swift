import Foundation
import LessonKit
import Synchronization

/// The four readers on Foundation, each cancelled in line 12 or before its start.
func onFoundation() -> [String] {
  [
    "early: \(linesRead(checkEvery: 1, cancelIn: 0)) lines",
    "never checks: \(linesRead(checkEvery: 50, cancelIn: 12)) lines",
    "checks once a page: \(linesRead(checkEvery: 5, cancelIn: 12)) lines",
    "checks in each line: \(linesRead(checkEvery: 1, cancelIn: 12)) lines",
  ]
}

private func linesRead(checkEvery step: Int, cancelIn line: Int) -> Int {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 1
  let reader = FoundationReader(checkEvery: step, cancelIn: line)
  if line == 0 { reader.cancel() }
  queue.addOperations([reader], waitUntilFinished: true)
  return reader.linesRead.withLock { $0 }
}

/// Reads fifty lines, checks every few lines, and makes another thread cancel it in one of them.
private final class FoundationReader: Operation, @unchecked Sendable {
  // Unchecked: the count is in its lock; the rest is constant.
  let linesRead = Mutex(0)
  private let step: Int
  private let line: Int

  init(checkEvery step: Int, cancelIn line: Int) {
    self.step = step
    self.line = line
  }

  override func main() {
    for number in 1...50 {
      if (number - 1) % step == 0 && isCancelled { return }
      linesRead.withLock { $0 = number }
      guard number == line else { continue }
      let isCancelled = DispatchSemaphore(value: 0)
      Thread.detachNewThread { [self] in
        cancel()
        isCancelled.signal()
      }
      isCancelled.wait()
    }
  }
}
