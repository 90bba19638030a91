import MiniOperations

/// A place where blocks meet, and a count of how many were there at the same time.
final class Rendezvous: @unchecked Sendable {
  // Unchecked: the variables are accessed while `changed` is locked.
  private let changed = Condition(name: "rendezvous")
  private var inside = 0
  private var most = 0

  /// The largest number of blocks that were here at the same time.
  var mostAtOnce: Int { changed.withLock { most } }

  /// Arrives, and waits until this many have arrived or `patience` has passed.
  func meet(_ count: Int, patience: Duration = .seconds(5)) {
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
