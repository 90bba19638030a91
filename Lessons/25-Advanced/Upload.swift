import MiniOperations
import Synchronization

// snippet: upload
/// The upload of a photo, which is not ready while there is no network.
final class Upload: MiniOperation, @unchecked Sendable {
  // Unchecked: `isOnline` is a Mutex, the rest is constant.
  private let isOnline = Mutex(false)

  init(_ name: String) {
    super.init()
    self.name = name
  }

  override var isReady: Bool { isOnline.withLock { $0 } && super.isReady }

  /// To be called when there is a network.
  func networkAppeared() {
    willChangeValue(forKey: "isReady")
    isOnline.withLock { $0 = true }
    didChangeValue(forKey: "isReady")
  }

  override func main() {
    // Sends the photo.
  }
}
// end
