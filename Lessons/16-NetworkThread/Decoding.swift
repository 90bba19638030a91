import Documents
import Foundation
import LessonKit
import MiniOperations
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Four downloads, of which the first has its picture decoded when its data has arrived.
///
/// Decoding lasts until the other three have their answers, and have finished if they can.
final class Decoding: Sendable {
  private let show: Show
  private let server: LoopbackServer
  private let network: RunLoopThread
  private let paths: [String]
  private let transfers: Arrivals
  private let condition = Condition(name: "answers")
  private let counts = Counts()

  private final class Counts: @unchecked Sendable {
    // Unchecked: accessed only while `condition` is locked.
    var answered = 0
    var finished = 0
    var finishedWhileDecoding = 0
    var isDecoding = false
  }

  init(_ show: Show, _ server: LoopbackServer, _ network: RunLoopThread, _ folder: String) {
    self.show = show
    self.server = server
    self.network = network
    paths = (1...4).map { "\(folder)/\($0).png" }
    transfers = Arrivals(show, network)
    for path in paths {
      server.answer(path, with: .image(width: 40, height: 30))
      server.hold(path)
    }
  }

  /// The number of the other three that have finished when the first is decoded.
  func run(decodesElsewhere: Bool) -> Int {
    let queue = MiniOperationQueue()
    let others = paths.dropFirst().map { path in
      operation(path) { [self] operation in
        operation.finish()
        note { $0.finished += 1 }
      }
    }
    let decoders = MiniOperationQueue()
    let first = operation(paths[0]) { [self] operation in
      if decodesElsewhere {
        decoders.addOperation { [self] in decode(untilFinished: 3) }
      } else {
        decode(untilFinished: 0)
      }
      operation.finish()
    }
    queue.addOperations([first] + others, waitUntilFinished: false)
    server.release(paths[0])
    condition.withLock { while !counts.isDecoding { condition.wait() } }
    paths.dropFirst().forEach(server.release)
    queue.waitUntilAllOperationsAreFinished()
    decoders.waitUntilAllOperationsAreFinished()
    return condition.withLock { counts.finishedWhileDecoding }
  }

  private func operation(_ path: String, _ body: @escaping @Sendable (MyOperation) -> Void) -> MiniOperation {
    MyConnectionOperation(thread: network) { [self] operation in
      transfers.load(server.url(path)) { [self] _ in
        network.post { body(operation) }
        note { if path != self.paths[0] { $0.answered += 1 } }
      }
    }
  }

  private func decode(untilFinished count: Int) {
    let finished = condition.withLock {
      counts.isDecoding = true
      condition.broadcast()
      while counts.answered < 3 || counts.finished < count { condition.wait() }
      counts.finishedWhileDecoding = counts.finished
      return counts.finished
    }
    show.log("decodes; the others: 3 have answers, \(finished) have finished")
  }

  private func note(_ body: (Counts) -> Void) {
    condition.withLock {
      body(counts)
      condition.broadcast()
    }
  }
}
