import Documents
import Foundation
import MiniOperations
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The repair that comes to mind first: stop the transfer, and finish.
final class HastyDownload: TestOperation, @unchecked Sendable {
  // Unchecked: like its superclass; the added property is constant.
  private let transfer: PhotoTransfer

  init(_ transfer: PhotoTransfer, mainQueue: DispatchQueue) {
    self.transfer = transfer
    super.init(mainQueue: mainQueue, transfer: transfer.begin)
  }

  // snippet: hasty
  override func cancel() {
    super.cancel()
    transfer.stop()
    finished = true
    executing = false
  }
  // end
}

/// A transfer with `URLSession`, which calls back once, also when it is stopped.
final class PhotoTransfer: Sendable {
  private let url: URL
  private let task = Mutex<URLSessionDataTask?>(nil)
  private let isUnderWay = DispatchGroup()

  init(_ url: URL) { self.url = url }

  /// Begins the transfer; the callback discards the error, as the document's does.
  @Sendable func begin(_ completion: @escaping @Sendable (Data?) -> Void) {
    isUnderWay.enter()
    let new = dataTask(url) { [isUnderWay] data, _ in
      completion(data)
      isUnderWay.leave()
    }
    task.withLock { $0 = new }
    new.resume()
  }

  @Sendable func stop() { task.withLock { $0 }?.cancel() }

  func waitUntilCalledBack() { isUnderWay.wait() }
}

/// The document's request with all its options, in its own session.
func dataTask(
  _ url: URL, _ completion: @escaping @Sendable (Data?, (any Error)?) -> Void
) -> URLSessionDataTask {
  var request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: 15)
  request.httpShouldHandleCookies = true
  // The document also sets httpShouldUsePipelining, which is deprecated today and has no effect.
  let configuration = URLSessionConfiguration.default
  configuration.timeoutIntervalForRequest = 15
  let session = URLSession(configuration: configuration, delegate: nil, delegateQueue: nil)
  let task = session.dataTask(with: request) { data, _, error in completion(data, error) }
  // Not in the document, whose sessions stay in memory until the program exits.
  session.finishTasksAndInvalidate()
  return task
}

/// The machine's time, four times as fast, or twenty times if the lesson shortens its waits.
struct LessonTime: Timekeeper {
  let isFast: Bool

  private var factor: Int { isFast ? 20 : 4 }

  var now: Duration { SystemTime().now * factor }

  func sleep(until deadline: Duration) { SystemTime().sleep(until: deadline / factor) }

  func wait(on condition: Condition, until deadline: Duration) -> Bool {
    SystemTime().wait(on: condition, until: deadline / factor)
  }
}
