import Foundation
import MiniOperations
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The connection, and the network thread of the coded downloads.
final class Transfers: Sendable {
  let network = RunLoopThread(name: "network")
  private let session = URLSession(configuration: .ephemeral)
  private let condition = Condition(name: "answers")
  private let answers = Answers()

  private final class Answers: @unchecked Sendable {
    // Unchecked: accessed only while `condition` is locked.
    var count = 0
  }

  /// Loads `url`; nil if no data, or another answer, has arrived.
  func load(_ url: URL, _ body: @escaping @Sendable (Data?) -> Void) {
    session.dataTask(with: url) { [self] data, response, _ in
      body((response as? HTTPURLResponse)?.statusCode == 200 ? data : nil)
      condition.withLock {
        answers.count += 1
        condition.broadcast()
      }
    }.resume()
  }

  func waitForAnswers(_ count: Int) {
    condition.withLock { while answers.count < count { condition.wait() } }
  }

  /// Whether a server answers there, with any answer.
  func canReach(_ url: URL) -> Bool {
    let hasAnswered = DispatchSemaphore(value: 0)
    let hasAnswer = Mutex(false)
    session.dataTask(with: url) { _, response, _ in
      hasAnswer.withLock { $0 = response != nil }
      hasAnswered.signal()
    }.resume()
    hasAnswered.wait()
    return hasAnswer.withLock { $0 }
  }
}
