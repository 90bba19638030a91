import Documents
import Foundation
import MiniOperations
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Downloads with the operation from the blog post: the network thread does all of the work.
final class Arrivals: Sendable {
  private let log: @Sendable (_ text: String, _ name: String) -> Void
  private let network: RunLoopThread
  private let session = URLSession(configuration: .ephemeral)
  private let handedOver = Mutex(0)

  init(_ network: RunLoopThread, log: @escaping @Sendable (String, String) -> Void) {
    self.log = log
    self.network = network
  }

  deinit { session.finishTasksAndInvalidate() }

  // snippet: download
  func download(_ url: URL) -> MiniOperation {
    let name = url.lastPathComponent
    let operation = MyConnectionOperation(thread: network) { [self] operation in
      log("opens its connection", name)
      load(url) { [self] data in
        network.post(modes: operation.runLoopModes) { [self] in
          log("has its data, \(data?.count ?? 0) bytes", name)
          operation.finish()
        }
      }
    }
    operation.name = name
    operation.completionBlock = { [self] in handOver(name) }
    return operation
  }
  // end

  /// Loads `url` and calls `body` on a thread of the session.
  func load(_ url: URL, _ body: @escaping @Sendable (Data?) -> Void) {
    session.dataTask(with: url) { data, _, _ in body(data) }.resume()
  }

  private func handOver(_ name: String) {
    log("is handed over", name)
    handedOver.withLock { $0 += 1 }
  }

  /// Runs the main run loop, which runs the completion blocks.
  func runMainLoop(untilHandedOver count: Int) {
    while handedOver.withLock({ $0 }) < count { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
  }
}

// snippet: modes
/// A finger drags, then it is lifted; two messages arrive while it drags.
func drag(_ screen: RunLoopThread, log: @escaping @Sendable (String) -> Void) {
  screen.mode = "tracking"
  screen.post(modes: [.default]) { log("a message for the default mode") }
  screen.postAndWait(modes: [.common]) { log("a message for the common modes") }
  log("the finger is lifted")
  screen.mode = .default
  screen.postAndWait {}
}
// end
