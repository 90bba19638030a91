import MiniOperations
import Synchronization

/// A server with the interface of ten years ago: a callback, on a thread of the server.
final class Server: Sendable {
  private let thread = RunLoopThread(name: "server")

  func size(of picture: String, completion: @escaping @Sendable (Int) -> Void) {
    thread.post { completion(picture.count) }
  }
}

// snippet: operation
/// The call as an operation: it can wait for others, be counted, and be cancelled.
final class SizeOperation: AsyncOperation, @unchecked Sendable {
  // Unchecked: the result is in a Mutex, the rest is constant.
  private let (server, picture): (Server, String)
  private let result = Mutex<Int?>(nil)

  init(_ picture: String, on server: Server) { (self.server, self.picture) = (server, picture) }

  var size: Int? { result.withLock { $0 } }

  override func begin() {
    server.size(of: picture) { size in
      self.result.withLock { $0 = size }
      self.finish()
    }
  }
}
// end

// snippet: async
extension Server {
  /// The call as an async function: no class, no state, and errors and values are returned.
  func size(of picture: String) async -> Int {
    await withCheckedContinuation { continuation in
      size(of: picture) { continuation.resume(returning: $0) }
    }
  }
}
// end
