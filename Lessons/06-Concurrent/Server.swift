import Dispatch
import MiniOperations
import Synchronization

/// A server that answers when it is told to, on a thread of its own.
final class Server: Sendable {
  private static let thread = RunLoopThread(name: "server")
  private let requests = Mutex<[@Sendable () -> Void]>([])
  private let arrivals = DispatchSemaphore(value: 0)
  private let counts = Mutex((requests: 0, answers: 0))

  var requestCount: Int { counts.withLock { $0.requests } }
  var answerCount: Int { counts.withLock { $0.answers } }

  /// Sends a request; `answer` is called when the answer has arrived.
  func fetch(answer: @escaping @Sendable () -> Void) {
    counts.withLock { $0.requests += 1 }
    requests.withLock { $0.append(answer) }
    arrivals.signal()
  }

  /// Waits until the next request has arrived.
  func waitForRequest() { arrivals.wait() }

  /// Answers all requests that have arrived, and returns when that is done.
  func answer() {
    Server.thread.postAndWait { [self] in
      let calls = requests.withLock { requests in
        defer { requests = [] }
        return requests
      }
      counts.withLock { $0.answers += calls.count }
      for call in calls { call() }
    }
  }

  /// Runs an operation and a `decode` that depends on it, and returns whether `decode` has the photo.
  ///
  /// The answer arrives after `pause`, and before `decode` can run or after it has run.
  func run(
    _ operation: MiniOperation, isAnsweredInTime: Bool, pause: () -> Void,
    log: @escaping @Sendable (_ text: String, _ name: String) -> Void
  ) -> Bool {
    let hasPhoto = Mutex(false)
    let decode = MiniBlockOperation { [self] in
      let isThere = answerCount > 0
      log(isThere ? "has the photo" : "has no photo", "decode")
      hasPhoto.withLock { $0 = isThere }
    }
    decode.addDependency(operation)
    let queue = MiniOperationQueue()
    queue.addOperations([operation, decode], waitUntilFinished: false)
    waitForRequest()
    if !isAnsweredInTime { queue.waitUntilAllOperationsAreFinished() }
    pause()
    log("the answer arrives", "")
    answer()
    queue.waitUntilAllOperationsAreFinished()
    return hasPhoto.withLock { $0 }
  }
}
