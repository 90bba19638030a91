import Documents
import Foundation
import LessonKit
import MiniOperations
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Downloads with the document's operation: the network thread does all of the work.
final class Arrivals: Sendable {
  private let show: Show
  private let network: RunLoopThread
  private let session = URLSession(configuration: .ephemeral)
  private let handedOver = Mutex(0)

  init(_ show: Show, _ network: RunLoopThread) {
    self.show = show
    self.network = network
  }

  deinit { session.finishTasksAndInvalidate() }

  // snippet: download
  func download(_ url: URL) -> MiniOperation {
    let name = url.lastPathComponent
    let operation = MyConnectionOperation(thread: network) { [self] operation in
      show.log("opens its connection", as: name)
      load(url) { [self] data in
        network.post(modes: operation.runLoopModes) { [self] in
          show.log("has its data, \(data?.count ?? 0) bytes", as: name)
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
    show.log("is handed over", as: name)
    handedOver.withLock { $0 += 1 }
  }

  /// Runs the main run loop, which runs the completion blocks.
  func runMainLoop(untilHandedOver count: Int) {
    while handedOver.withLock({ $0 }) < count { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
  }
}

extension [Event] {
  /// The threads that made this change, for any operation.
  func threads(_ change: Event.Change) -> Set<String> {
    Set(filter { $0.change == change }.map(\.thread))
  }
}
