import MiniOperations
import Synchronization

/// An operation with a condition of its own: it is not ready before it is allowed.
final class Gated: MiniOperation, @unchecked Sendable {
  // Unchecked: `isAllowed` is a Mutex, the rest is constant.
  private let isAllowed = Mutex(false)

  init(_ name: String) {
    super.init()
    self.name = name
  }

  // snippet: gate
  override var isReady: Bool { isAllowed.withLock { $0 } && super.isReady }

  func allow() {
    willChangeValue(forKey: "isReady")
    allowSilently()
    didChangeValue(forKey: "isReady")
  }
  // end

  /// The same without an announcement.
  func allowSilently() { isAllowed.withLock { $0 = true } }
}
