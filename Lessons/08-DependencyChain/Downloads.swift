import Documents
import Foundation
import LessonKit
import MiniOperations
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// snippet: request
/// The document's request with all its options, in its own session.
func dataTask(
  _ url: URL, _ completion: @escaping @Sendable (Data?, (any Error)?) -> Void
) -> URLSessionDataTask {
  var request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: 15)
  request.httpShouldHandleCookies = true
  usePipelining(&request)
  let configuration = URLSessionConfiguration.default
  configuration.timeoutIntervalForRequest = 15
  let session = URLSession(configuration: configuration, delegate: nil, delegateQueue: nil)
  let task = session.dataTask(with: request) { data, _, error in completion(data, error) }
  // Not in the document, whose sessions stay in memory until the program exits.
  session.finishTasksAndInvalidate()
  return task
}
// end

/// Sets `httpShouldUsePipelining`, which the document does; today it is deprecated and ignored.
///
/// The protocol avoids a warning of the compiler in every build.
private func usePipelining(_ request: inout some Pipelining) { request.httpShouldUsePipelining = true }

private protocol Pipelining {
  var httpShouldUsePipelining: Bool { get set }
}

extension URLRequest: Pipelining {}

/// A download in the form that `TestOperation` needs: it begins, and cannot be stopped.
func download(_ url: URL, _ show: Show) -> TestOperation.Transfer {
  { completion in
    dataTask(url) { data, error in
      if let error { show.say("\(url.path): \(error.localizedDescription)") }
      completion(data)
    }.resume()
  }
}

/// A download that can be stopped, and that stores the error with which it finished.
final class StoppableDownload: Sendable {
  private let url: URL
  private let end = Moment()
  private let reason = Mutex<URLError.Code?>(nil)

  init(_ url: URL) { self.url = url }

  /// Begins the download, and returns a closure that stops it.
  @Sendable func begin(_ completion: @escaping @Sendable (Data?) -> Void) -> @Sendable () -> Void {
    let task = dataTask(url) { [self] data, error in
      reason.withLock { $0 = (error as? URLError)?.code }
      completion(data)
      end.reached()
    }
    task.resume()
    return { task.cancel() }
  }

  /// Waits until the download has finished; true if it was stopped, and neither completed nor timed out.
  var wasStopped: Bool {
    end.waitUntilReached()
    return reason.withLock { $0 } == .cancelled
  }
}

/// The notifications with the data, received on the main run loop.
final class Results {
  private(set) var names: [String] = []
  private(set) var cameOnMainThread = true
  private let expected: Int
  private var tokens: [any NSObjectProtocol] = []

  init(_ names: [String], _ show: Show) {
    expected = names.count
    tokens = names.map { name in
      // Safety: posted on the main queue, and the main thread is the one that runs the lesson.
      nonisolated(unsafe) let results = self
      return NotificationCenter.default.addObserver(forName: .init(name), object: nil, queue: nil) { note in
        show.log("\(name), \((note.object as? Data)?.count ?? 0) bytes", as: "posted")
        results.names.append(name)
        if !Thread.isMainThread { results.cameOnMainThread = false }
      }
    }
  }

  func runMainLoopUntilAllHaveArrived() {
    while names.count < expected { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
    for token in tokens { NotificationCenter.default.removeObserver(token) }
  }
}

/// The machine's time, twenty times as fast with `--fast`, so that waits are shorter.
struct LessonTime: Timekeeper {
  private let factor: Int

  init(_ show: Show) { factor = show.has("--fast") ? 20 : 1 }

  var now: Duration { SystemTime().now * factor }

  func sleep(until deadline: Duration) { SystemTime().sleep(until: deadline / factor) }

  func wait(on condition: Condition, until deadline: Duration) -> Bool {
    SystemTime().wait(on: condition, until: deadline / factor)
  }
}
