import Foundation
import MiniOperations

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One request of URLSession that begins at once and can be waited for without async, whose threads a
/// waiting test would take away.
final class Download: @unchecked Sendable {
  // Unchecked: `result` is touched while `done` is locked, and the rest is constant.
  typealias Result = (data: Data?, response: HTTPURLResponse?, error: URLError?)

  private let session: URLSession
  private let done = Condition(name: "download")
  private var result: Result?

  convenience init(_ url: URL) { self.init(URLRequest(url: url)) }

  init(_ request: URLRequest) {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = 20
    session = URLSession(configuration: configuration)
    let task = session.dataTask(with: request) { data, response, error in
      self.done.withLock {
        self.result = (data, response as? HTTPURLResponse, error as? URLError)
        self.done.broadcast()
      }
    }
    task.resume()
    session.finishTasksAndInvalidate()
  }

  func cancel() {
    session.getAllTasks { tasks in
      for task in tasks { task.cancel() }
    }
  }

  func wait() -> Result {
    done.withLock {
      while result == nil { done.wait() }
      return result!
    }
  }
}
