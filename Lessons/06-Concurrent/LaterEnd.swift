import LessonKit
import MiniOperations
import Synchronization

// snippet: later
/// Inherits `start()` and overrides `isFinished`, so that it decides itself when it has finished.
///
/// `main` sends a request and returns; the answer arrives later, on any thread.
final class Asks: MiniOperation, @unchecked Sendable {
  // Unchecked: the flag is in its lock.
  private let hasAnswer = Mutex(false)

  override var isFinished: Bool { hasAnswer.withLock { $0 } }

  override func main() { show.log("main returns, without an answer", as: name ?? "") }

  func answer() {
    willChangeValue(forKey: "isFinished")
    hasAnswer.withLock { $0 = true }
    didChangeValue(forKey: "isFinished")
  }
  // end

  private let show: Show

  init(_ name: String, _ show: Show) {
    self.show = show
    super.init()
    self.name = name
  }

  /// Whether `next` waits until this operation has its answer, although `main` has returned, and runs after that.
  func holds(_ next: Asks, in queue: MiniOperationQueue, _ workers: SteppedWorkers) -> Bool {
    next.addDependency(self)
    queue.addOperations([self, next], waitUntilFinished: false)
    workers.run()
    let isHeld = !next.isReady && queue.operationCount == 2
    show.log("has its answer and announces isFinished", as: name ?? "")
    answer()
    workers.run()
    return isHeld && next.isReady
  }
}
