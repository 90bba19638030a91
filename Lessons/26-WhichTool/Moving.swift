import Synchronization

// One call of the server, as an operation and as an async function.

// snippet: operation
/// As an operation: it can be ordered, limited, shown and cancelled, and stores its photo.
final class Download: AsyncOperation, @unchecked Sendable {
  // Unchecked: the photo is in its lock, the rest is constant.
  private let server: Server
  private let stored = Mutex<String?>(nil)

  init(_ name: String, from server: Server) {
    self.server = server
    super.init()
    self.name = name
  }

  var photo: String? { stored.withLock { $0 } }

  override func begin() {
    server.load(name ?? "") { photo in
      self.stored.withLock { $0 = photo }
      self.finish()
    }
  }
}
// end

// snippet: async
extension Server {
  /// As an async function: it returns the photo.
  func photo(_ name: String) async -> String {
    await withCheckedContinuation { continuation in
      load(name) { continuation.resume(returning: $0) }
    }
  }
}
// end
