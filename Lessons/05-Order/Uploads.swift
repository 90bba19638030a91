import MiniOperations
import Synchronization

/// An operation that knows whether there is Wi-Fi.
class WiFiOperation: MiniOperation, @unchecked Sendable {
  // Unchecked: the flag is in its lock.
  private let flag = Mutex(false)

  init(_ name: String) {
    super.init()
    self.name = name
  }

  final var isOnWiFi: Bool { flag.withLock { $0 } }

  /// Wi-Fi has arrived, and the queue is told.
  final func wiFiArrived() {
    willChangeValue(forKey: "isReady")
    flag.withLock { $0 = true }
    didChangeValue(forKey: "isReady")
  }

  /// Wi-Fi has arrived, and the queue is not told.
  final func wiFiArrivedSilently() { flag.withLock { $0 = true } }
}

// snippet: upload
/// An upload that waits for Wi-Fi, in addition to its dependencies.
final class Upload: WiFiOperation, @unchecked Sendable {
  override var isReady: Bool { super.isReady && (isOnWiFi || isCancelled) }

  override func cancel() {
    willChangeValue(forKey: "isReady")
    super.cancel()
    didChangeValue(forKey: "isReady")
  }
}

/// The same, as one would write it first.
final class HastyUpload: WiFiOperation, @unchecked Sendable {
  override var isReady: Bool { super.isReady && isOnWiFi }
}
// end
