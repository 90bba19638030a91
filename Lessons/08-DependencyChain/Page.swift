import Foundation
import MiniOperations
import Synchronization

// The page of a photo, and what happens to a download when it is closed.

/// A server that can keep its clients waiting, and that notices when one of them hangs up.
protocol PhotoServer {
  var requests: [String] { get }
  var abandoned: [String] { get }
  func url(_ path: String) -> URL
  func hold(_ path: String)
  func release(_ path: String)
  func waitForRequests(_ count: Int) -> Bool
  func waitForAbandoned(_ count: Int) -> Bool
}

/// Runs a download in a queue, and cancels it when its request has arrived and the answer has not.
///
/// Where the transfer is not stopped, the server sends the photo then; otherwise it waits until the client
/// hangs up.
func closePage(
  _ server: some PhotoServer, isStopped: Bool, _ make: (PhotoTransfer, DispatchQueue) -> MiniOperation
) -> Outcome {
  let (page, transfer) = (Page(), PhotoTransfer(server.url("/photo")))
  let operation = make(transfer, page.mainQueue)
  let announced = Mutex(0)
  let token = operation.observe(\.isFinished) { _, _ in announced.withLock { $0 += 1 } }
  let (requests, abandoned) = (server.requests.count, server.abandoned.count)
  server.hold("/photo")
  let queue = MiniOperationQueue()
  queue.addOperation(operation)
  _ = server.waitForRequests(requests + 1)
  operation.cancel()
  if isStopped { _ = server.waitForAbandoned(abandoned + 1) }
  server.release("/photo")
  queue.waitUntilAllOperationsAreFinished()
  transfer.waitUntilCalledBack()
  token.invalidate()
  return Outcome(
    hungUp: server.abandoned.count > abandoned, announced: announced.withLock { $0 }, shown: page.showed)
}

/// The page that shows the photos: it observes the notifications, and notes what it is given.
final class Page: @unchecked Sendable {
  // Unchecked: the photos are in their lock; the tokens are set before anybody else has the page.
  /// In place of the main queue, which belongs to the lesson.
  let mainQueue = DispatchQueue(label: "main")
  private let shown = Mutex<[String]>([])
  private var tokens: [any NSObjectProtocol] = []

  init(log: @escaping @Sendable (String) -> Void = { _ in }) {
    for name in ["DOWN_RESULT1", "DOWN_RESULT"] {
      let token = NotificationCenter.default.addObserver(forName: .init(name), object: nil, queue: nil) {
        [weak self] note in
        let bytes = (note.object as? Data)?.count ?? 0
        log("\(name), \(bytes) bytes")
        self?.shown.withLock { $0.append(bytes > 0 ? "the photo" : "an empty one") }
      }
      tokens.append(token)
    }
  }

  /// It observes nothing any more.
  func close() { for token in tokens { NotificationCenter.default.removeObserver(token) } }

  deinit { close() }

  /// What has been shown, as soon as everything that was posted has arrived.
  var showed: String {
    mainQueue.sync {}
    let all = shown.withLock { $0 }
    return all.isEmpty ? "nothing" : all.joined(separator: ", ")
  }
}

/// What is left of a download whose page was closed.
struct Outcome: CustomStringConvertible {
  /// Whether the server saw the client hang up.
  let hungUp: Bool
  /// How often isFinished was announced.
  let announced: Int
  let shown: String

  var description: String {
    """
    the server                 \(hungUp ? "sees a hang-up" : "sends everything")
    isFinished was announced   \(announced) time\(announced == 1 ? "" : "s")
    the page shows             \(shown)
    """
  }
}
