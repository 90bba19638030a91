import Foundation
import LessonKit

/// The three thumbnails on Foundation, each cancelled in row 12.
func onFoundation() -> [String] {
  [50, 5, 1].map { step in
    let rows = Counter()
    let queue = OperationQueue()
    queue.addOperations([FoundationResize(checksEvery: step, rows)], waitUntilFinished: true)
    return "\(rows.value) rows"
  }
}

/// Draws fifty rows, checks every few rows, and is cancelled by another thread in row 12.
private final class FoundationResize: Operation, @unchecked Sendable {
  // Unchecked: everything here is constant.
  private let step: Int
  private let rows: Counter

  init(checksEvery step: Int, _ rows: Counter) {
    self.step = step
    self.rows = rows
  }

  override func main() {
    for row in 1...50 {
      if (row - 1) % step == 0 && isCancelled { return }
      rows.raise()
      guard row == 12 else { continue }
      let isCancelled = DispatchSemaphore(value: 0)
      Thread.detachNewThread { [self] in
        cancel()
        isCancelled.signal()
      }
      isCancelled.wait()
    }
  }
}
