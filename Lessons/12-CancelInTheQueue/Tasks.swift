import LessonKit
import MiniOperations
import Synchronization

/// An operation that logs that it works.
func task(_ name: String, _ show: Show) -> MiniOperation {
  let operation = MiniBlockOperation { show.log("works", as: name) }
  operation.name = name
  return operation
}

extension [Event] {
  /// Whether the operation of that name has done its work.
  func worked(_ name: String) -> Bool { place(name, .note("works")) != nil }
}

// snippet: leaves
/// Checks `isCancelled` first, as every guide says, and returns.
///
/// It never announces `isFinished` then.
class Leaves: MiniOperation, @unchecked Sendable {
  // Unchecked: the only variable is in a mutex.
  private let hasEnded = Mutex(false)

  override var isConcurrent: Bool { true }
  override var isFinished: Bool { hasEnded.withLock { $0 } }

  override func start() {
    guard !isCancelled else { return }
    end()
  }

  final func end() {
    willChangeValue(forKey: "isFinished")
    hasEnded.withLock { $0 = true }
    didChangeValue(forKey: "isFinished")
  }
}

/// Returns too, and announces `isFinished`.
final class LeavesFinished: Leaves, @unchecked Sendable {
  override func start() {
    guard !isCancelled else { return end() }
    end()
  }
}
// end

/// Works with the results of its dependencies, if they have any.
final class Resize: MiniOperation, @unchecked Sendable {
  // Unchecked: it has no variables.
  private let show: Show

  init(_ show: Show) { self.show = show }

  // snippet: decides
  override func main() {
    guard !dependencies.contains(where: \.isCancelled) else {
      return show.log("has nothing to resize", as: "resize")
    }
    show.log("works", as: "resize")
  }
  // end
}

/// Cancels a download in a queue, runs the queue until it can start nothing more, and reports the state.
func start(_ download: Leaves, thenResize show: Show) -> (
  download: Leaves, resize: Resize, report: StallReport
) {
  let workers = SteppedWorkers()
  let queue = MiniOperationQueue(workers: workers)
  queue.name = "pictures"
  let resize = Resize(show)
  download.name = "download"
  resize.name = "resize"
  resize.addDependency(download)
  queue.addOperations([download, resize], waitUntilFinished: false)
  download.cancel()
  workers.run()
  return (download, resize, queue.stallReport())
}
