import MiniOperations
import Synchronization

// snippet: download
/// The download of a photo: a task with a state and a progress, which Album's page reads.
final class Download: MiniOperation, @unchecked Sendable {
  // Unchecked: the number is in its lock, the rest is constant.
  private let parts = 3
  private let loaded = Mutex(0)
  private let loadPart: @Sendable (_ part: Int) -> Void

  init(_ name: String, loadPart: @escaping @Sendable (_ part: Int) -> Void) {
    self.loadPart = loadPart
    super.init()
    self.name = name
  }

  /// From 0 to 1.
  var fractionLoaded: Double { Double(loaded.withLock { $0 }) / Double(parts) }

  override func main() {
    for part in 1...parts {
      loadPart(part)
      loaded.withLock { $0 += 1 }
    }
  }
}
// end
