import Explorer
import MiniOperations
import Synchronization

/// An operation on the base class, which counts how often it begins.
final class Counted: AsyncOperation, @unchecked Sendable {
  // Unchecked: the count is in its lock.
  private let begun = Mutex(0)
  var beginCount: Int { begun.withLock { $0 } }

  override func begin() { begun.withLock { $0 += 1 } }
}

/// One thread starts a download, one cancels and finishes it, and a server reports that it is done.
///
/// The grid has a lock, too: its observer acquires it, and so does a user who looks at the download.
let allAtOnce = Scenario("start, cancel, and finish twice") { stage in
  let download = Counted()
  let grid = RecursiveLock(name: "the grid's lock")
  let finishes = Mutex(0)
  let observation = download.observe(\.isFinished, options: [.prior]) { _, change in
    grid.withLock { if !change.isPrior { finishes.withLock { $0 += 1 } } }
  }
  stage.thread("queue") { download.start() }
  stage.thread("user") {
    grid.withLock { _ = download.isFinished }
    download.cancel()
    download.finish()
  }
  stage.thread("server") { download.finish() }
  stage.finally {
    download.finish()
    observation.invalidate()
    stage.expect(download.isFinished && !download.isExecuting, "it has finished, and does not execute")
    stage.expect(finishes.withLock { $0 } == 1, "isFinished is announced once")
    stage.expect(download.beginCount <= 1, "the work begins once at most")
  }
}
