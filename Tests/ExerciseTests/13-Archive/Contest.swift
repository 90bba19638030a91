import ExerciseSupport
import Explorer
import Foundation
import MiniOperations
import Testing

@testable import Exercise13

/// How an outbox is closed.
enum Closing: String, Sendable {
  case close
  case failingClose = "close that cannot write"
}

/// Expects that the message a is sent once in every order of `close` and its queue, then or after a restore.
///
/// With `thenCancelled`, the operation of the message is cancelled afterwards, unless it has been sent.
func expectNothingLost(_ closing: Closing, thenCancelled: Bool = false) {
  everyOrder(
    "\(closing.rawValue) and the queue sends" + (thenCancelled ? ", then cancel" : ""),
    cause: "can a message begin after close has found that it has not?",
    settings: Settings(.exhaustive(preemptions: 1)), realRuns: 40
  ) { scene in
    let (sent, saved, workers) = (Notes(), Log<Int>(), SteppedWorkers())
    let queue = MiniOperationQueue(workers: workers)
    let outbox = Outbox(queue) { sent($0.text) }
    let operation = outbox.add(Message("a"))
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    let file = folder.appending(path: closing == .close ? "file" : "no such folder/file")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    scene.thread("A") {
      // Something that both threads access, for an outbox that does not read its queue.
      _ = queue.operationCount
      saved.add((try? outbox.close(savingTo: file)) ?? 0)
    }
    scene.thread("B") { workers.run() }
    scene.finally {
      let before = sent.text
      let isCancelled = thenCancelled && sent.lines.isEmpty
      if isCancelled { operation.cancel() }
      workers.run()
      let restored = (try? outbox.restore(from: file)) ?? 0
      workers.run()
      try? FileManager.default.removeItem(at: folder)
      scene.expect(
        [restored] == saved.entries,
        "restore returns the number that close has returned, \(saved.entries) (got \(restored))")
      let expected = isCancelled ? [] : ["a"]
      scene.expect(
        sent.lines == expected,
        "a is sent \(isCancelled ? "never" : "once") (got \(before) before the restore, \(sent.text) in all)")
    }
  }
}
