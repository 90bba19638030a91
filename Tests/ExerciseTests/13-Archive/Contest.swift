import ExerciseSupport
import Explorer
import Foundation
import MiniOperations
import Testing

@testable import Exercise13

/// Something that one thread does with an outbox while another one does something else.
enum Call: String, Sendable {
  case close
  case failingClose = "close that cannot write"
  case send = "the queue sends"
  case add
  case cancel
  case restore
}

/// Expects that no message is lost or sent twice, in every order of two calls on an outbox with the message a.
///
/// With `thenCancelled`, the operation of the message is cancelled afterwards, unless it has been sent.
func expectNothingLost(_ first: Call, _ second: Call, thenCancelled: Bool = false) {
  everyOrder(
    "\(first.rawValue) and \(second.rawValue)" + (thenCancelled ? ", then cancel" : ""),
    cause:
      "can a message begin after close has found that it has not, or be added after close has read the list?",
    settings: Settings(.exhaustive(preemptions: 1)), realRuns: 40
  ) { scene in
    let contest = Contest(hasAnotherFile: [first, second].contains(.restore))
    scene.thread("A") { contest.make(first, as: "A") }
    scene.thread("B") { contest.make(second, as: "B") }
    scene.finally {
      let before = contest.sent.text
      let isCancelled = thenCancelled && contest.sent.lines.isEmpty
      if isCancelled { contest.make(.cancel, as: "") }
      let restored = contest.restoreAndSendAll()
      let saved = contest.saved.entries.reduce(0, +)
      scene.expect(
        restored == saved, "restore returns the number that close has returned, \(saved) (got \(restored))")
      // A message that is cancelled during close may be in the file.
      let isSent = !(isCancelled || [first, second].contains(.cancel)) || restored == 1
      let expected = (isSent ? ["a"] : []) + contest.added.lines
      scene.expect(
        contest.sent.lines.sorted() == expected.sorted(),
        """
        every message is sent once: \(expected.isEmpty ? "nothing" : expected.joined(separator: ", ")) (got \(before) \
        before the restore, \(contest.sent.text) in all)
        """)
    }
  }
}

/// An outbox with the message a, and the files that it is saved to.
private final class Contest: Sendable {
  let (sent, added, saved) = (Notes(), Notes(), Log<Int>())
  private let workers = SteppedWorkers()
  private let queue: MiniOperationQueue
  private let outbox: Outbox
  private let operation: MiniOperation
  private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

  init(hasAnotherFile: Bool) {
    queue = MiniOperationQueue(workers: workers)
    outbox = Outbox(queue) { [sent] in sent($0.text) }
    operation = outbox.add(Message("a"))
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    if hasAnotherFile { _ = Fixture(["from a file"]).outbox.closing(folder.appending(path: "another")) }
  }

  func make(_ call: Call, as name: String) {
    switch call {
    case .close:
      // Something that both threads access, for an outbox that does not read its queue.
      _ = queue.operationCount
      saved.add((try? outbox.close(savingTo: folder.appending(path: name))) ?? 0)
    case .failingClose:
      saved.add((try? outbox.close(savingTo: folder.appending(path: "no such folder/\(name)"))) ?? 0)
    case .send: workers.run()
    case .cancel: operation.cancel()
    case .add:
      added(name)
      outbox.add(Message(name))
    case .restore:
      added("from a file")
      _ = outbox.restoring(folder.appending(path: "another"))
    }
  }

  /// Sends the messages in the queue, then those in the files; returns the number in the files.
  func restoreAndSendAll() -> Int {
    workers.run()
    let restored = ["A", "B"].map { (try? outbox.restore(from: folder.appending(path: $0))) ?? 0 }
    workers.run()
    try? FileManager.default.removeItem(at: folder)
    return restored.reduce(0, +)
  }
}
