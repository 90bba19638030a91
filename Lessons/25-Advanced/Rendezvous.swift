import Dispatch
import LessonKit
import MiniOperations

/// Counts how many blocks run at the same time.
final class Rendezvous: @unchecked Sendable {
  // Unchecked: the variables are accessed while `changed` is locked.
  private let changed = Condition(name: "rendezvous")
  private var inside = 0
  private var most = 0

  /// The largest number of blocks that ran at the same time.
  var mostAtOnce: Int { changed.withLock { most } }

  /// Counts the caller while `body` runs.
  func visit(_ body: () -> Void) {
    changed.withLock {
      inside += 1
      most = max(most, inside)
    }
    body()
    changed.withLock { inside -= 1 }
  }

  /// Arrives, and waits until this many have arrived or `patience` has passed.
  func meet(_ count: Int, patience: Duration) {
    let deadline = SystemTime().now + patience
    changed.withLock {
      inside += 1
      most = max(most, inside)
      changed.broadcast()
      while most < count {
        if !changed.wait(until: deadline) { break }
      }
      inside -= 1
    }
  }
}

/// An upload to a server that never answers; it runs until it is cancelled.
final class Endless: MiniOperation, @unchecked Sendable {
  // Unchecked: everything is constant.
  private let (hasBegun, isCancelledNow) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))

  init(_ name: String) {
    super.init()
    self.name = name
  }

  override func main() {
    hasBegun.signal()
    isCancelledNow.wait()
  }

  /// Returns when the upload runs.
  func waitUntilBegun() { hasBegun.wait() }

  override func cancel() {
    super.cancel()
    isCancelledNow.signal()
  }
}
