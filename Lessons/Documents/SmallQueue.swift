import MiniOperations
import Synchronization

/// What ``GNUstepQueue`` and its repaired version have in common, so that one scenario tries both.
public protocol SmallQueue: AnyObject, Sendable {
  /// The operations that have not finished, in the order of adding.
  var operations: [MiniOperation] { get }
  /// How many operations may run at a time.
  var maxConcurrentOperationCount: Int { get set }
  /// Adds an operation.
  func addOperation(_ operation: MiniOperation)
}

extension GNUstepQueue: SmallQueue {}
extension Repaired.GNUstepQueue: SmallQueue {}

/// An operation with a gate, which announces that it has opened whatever the dependencies say.
///
/// Class pages allow that: an announcement says that a value may have changed, and an observer reads it
/// (T20).
public final class GatedOperation: MiniOperation, @unchecked Sendable {
  // Unchecked: the flag is in its lock.
  private let isOpen = Mutex(false)

  public override var isReady: Bool { super.isReady && (isOpen.withLock { $0 } || isCancelled) }

  public override func cancel() {
    willChangeValue(forKey: "isReady")
    super.cancel()
    didChangeValue(forKey: "isReady")
  }

  /// Opens the gate and announces it.
  public func open() {
    willChangeValue(forKey: "isReady")
    isOpen.withLock { $0 = true }
    didChangeValue(forKey: "isReady")
  }
}
