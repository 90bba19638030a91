import MiniOperations
import Synchronization

// snippet: exclusive
/// Lets operations of the same category run one after the other, in whatever queues they are.
final class Exclusivity: Sendable {
  private let last = Mutex<[String: Weak]>([:])

  private struct Weak: Sendable {
    weak var operation: MiniOperation?
  }

  /// Makes the operation wait for the previous one of this category.
  ///
  /// Call it before you add the operation to a queue.
  func add(_ operation: MiniOperation, to category: String) {
    last.withLock { last in
      if let before = last[category]?.operation { operation.addDependency(before) }
      last[category] = Weak(operation: operation)
    }
  }
}
// end
