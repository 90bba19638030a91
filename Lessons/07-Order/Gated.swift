import MiniOperations
import Synchronization

/// An operation with a condition of its own for being ready, beside its dependencies.
final class Gated: MiniOperation, @unchecked Sendable {
  // Unchecked: the flag is in its lock.
  private let isOpen = Mutex(false)

  // snippet: gate
  override var isReady: Bool { super.isReady && isOpen.withLock { $0 } }

  func open() {
    willChangeValue(for: \.isReady)
    isOpen.withLock { $0 = true }
    didChangeValue(for: \.isReady)
  }
  // end

  /// The same, without an announcement.
  func openSilently() { isOpen.withLock { $0 = true } }
}

/// Operations without a task, under these names.
func operations(_ names: String...) -> [MiniOperation] {
  names.map { name in
    let operation = MiniOperation()
    operation.name = name
    return operation
  }
}
