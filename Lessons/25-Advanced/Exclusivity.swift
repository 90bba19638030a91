import MiniOperations
import Synchronization

/// Lets operations of the same category run one after the other, whatever their queues are.
final class Exclusivity: Sendable {
  private let last = Mutex<[String: Weak]>([:])

  private struct Weak: Sendable {
    weak var operation: MiniOperation?
  }

  // snippet: exclusive
  /// Makes the operation wait for the previous one of its category; call it before adding it to a queue.
  func add(_ operation: MiniOperation, to category: String) {
    let before = last.withLock { last in
      defer { last[category] = Weak(operation: operation) }
      return last[category]?.operation
    }
    // It calls observers, so not under the lock.
    if let before { operation.addDependency(before) }
  }
  // end
}
