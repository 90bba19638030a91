import Synchronization

// One request to the server, as an operation and as an async function.

// snippet: operation
/// As an operation: it can be ordered, limited, shown and cancelled, and stores its photo.
final class Download: AsyncOperation, @unchecked Sendable {
  // Unchecked: the photo is in its lock, the rest is constant.
  private let request: Request
  private let stored = Mutex<String?>(nil)

  init(_ name: String, from server: Server) {
    request = server.request(name)
    super.init()
    self.name = name
  }

  var photo: String? { stored.withLock { $0 } }

  override func begin() {
    request.send { photo in
      self.stored.withLock { $0 = photo }
      self.finish()
    }
  }

  override func cancel() {
    super.cancel()
    request.cancel()
  }
}
// end

// snippet: async
extension Server {
  /// As an async function: it returns the photo, nil if its task is cancelled.
  func photo(_ name: String) async -> String? {
    let request = request(name)
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        request.send { continuation.resume(returning: $0) }
      }
    } onCancel: {
      request.cancel()
    }
  }
}
// end

extension Server {
  /// The same without a handler, so that nobody cancels the request.
  func photoWithoutHandler(_ name: String) async -> String? {
    await withCheckedContinuation { continuation in
      request(name).send { continuation.resume(returning: $0) }
    }
  }
}
