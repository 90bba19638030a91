import MiniOperations
import Synchronization

/// An operation with a gate: its own condition for being ready, in addition to its dependencies.
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

/// Operations without a task, with these names.
func operations(_ names: String...) -> [MiniOperation] {
  names.map { name in
    let operation = MiniOperation()
    operation.name = name
    return operation
  }
}
