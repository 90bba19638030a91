import Dispatch
import LessonKit
import MiniOperations

/// A place where blocks meet: how many were there at the same time.
final class Rendezvous: @unchecked Sendable {
  // Unchecked: the variables are touched while `bell` is locked.
  private let bell = Condition(name: "rendezvous")
  private var inside = 0
  private var most = 0

  var mostAtOnce: Int { bell.withLock { most } }

  /// Is there while `body` runs.
  func visit(_ body: () -> Void) {
    bell.withLock {
      inside += 1
      most = max(most, inside)
    }
    body()
    bell.withLock { inside -= 1 }
  }

  /// Arrives and waits until this many have arrived, or until `patience` is over.
  func meet(_ count: Int, patience: Duration? = nil) {
    let deadline = patience.map { SystemTime().now + $0 }
    bell.withLock {
      inside += 1
      most = max(most, inside)
      bell.broadcast()
      while most < count {
        guard let deadline else { bell.wait(); continue }
        if !bell.wait(until: deadline) { break }
      }
      inside -= 1
    }
  }
}

/// A task that runs until its operation is cancelled, and holds a thread meanwhile.
final class Patient: MiniOperation, @unchecked Sendable {
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

  /// Returns when the task runs.
  func waitUntilBegun() { hasBegun.wait() }

  override func cancel() {
    super.cancel()
    isCancelledNow.signal()
  }
}
