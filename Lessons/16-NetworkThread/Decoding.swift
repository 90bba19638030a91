import Documents
import Foundation
import MiniOperations

/// Four downloads, of which the first has its picture decoded when its data has arrived.
///
/// Decoding lasts until the other three have their answers, and have finished if they can.
final class Decoding: Sendable {
  private let log: @Sendable (String) -> Void
  private let release: @Sendable (String) -> Void
  private let network: RunLoopThread
  private let paths: [String]
  private let load: @Sendable (String, @escaping @Sendable (Data?) -> Void) -> Void
  private let condition = Condition(name: "answers")
  private let counts = Counts()
  private let decoders = MiniOperationQueue()

  private final class Counts: @unchecked Sendable {
    // Unchecked: accessed only while `condition` is locked.
    var answered = 0
    var finished = 0
    var expected = 0
    var finishedWhileDecoding = 0
    var isDecoding = false
  }

  /// `load` asks a server for a path, and `release` lets the server answer it.
  init(
    _ paths: [String], _ network: RunLoopThread, log: @escaping @Sendable (String) -> Void,
    load: @escaping @Sendable (String, @escaping @Sendable (Data?) -> Void) -> Void,
    release: @escaping @Sendable (String) -> Void
  ) {
    (self.paths, self.network, self.log, self.load, self.release) = (paths, network, log, load, release)
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
    condition.withLock { counts.expected = decodesElsewhere ? 3 : 0 }
    let first = operation(paths[0], decodesElsewhere ? decodeElsewhere : decodeHere)
    queue.addOperations([first] + others, waitUntilFinished: false)
    release(paths[0])
    condition.withLock { while !counts.isDecoding { condition.wait() } }
    paths.dropFirst().forEach(release)
    queue.waitUntilAllOperationsAreFinished()
    return condition.withLock { counts.finishedWhileDecoding }
  }

  private func operation(_ path: String, _ body: @escaping @Sendable (MyOperation) -> Void) -> MiniOperation {
    MyConnectionOperation(thread: network) { [self] operation in
      load(path) { [self] _ in
        network.post { body(operation) }
        note { if path != self.paths[0] { $0.answered += 1 } }
      }
    }
  }

  // snippet: decoding
  /// The data has arrived; called on the network thread.
  private func decodeHere(_ operation: MyOperation) {
    decode()
    operation.finish()
  }

  /// The same, and the network thread is free again at once.
  private func decodeElsewhere(_ operation: MyOperation) {
    decoders.addOperation { [self] in
      decode()
      operation.finish()
    }
  }
  // end

  private func decode() {
    let finished = condition.withLock {
      counts.isDecoding = true
      condition.broadcast()
      while counts.answered < 3 || counts.finished < counts.expected { condition.wait() }
      counts.finishedWhileDecoding = counts.finished
      return counts.finished
    }
    log("decoding: 3 others answered, \(finished) finished")
  }

  private func note(_ body: (Counts) -> Void) {
    condition.withLock {
      body(counts)
      condition.broadcast()
    }
  }
}
