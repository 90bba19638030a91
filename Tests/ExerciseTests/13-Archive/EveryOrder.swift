import ExerciseSupport
import Explorer
import Foundation
import MiniOperations
import Synchronization
import Testing

@testable import Exercise13

/// What a thread does with a desk that has the letter a, while another one does something else with it.
enum DeskAction: String, Sendable {
  case close
  case failToClose = "a close that fails"
  case send = "the queue's turn to send"
  case sendAndClose = "a close from inside send"
  case sendAndCloseAnother = "a close of another desk from inside send"
  case add
  case restore
  case cancel
  case setTheQueue = "the owner's change of limit and isSuspended"

  /// Whether each letter is sent once, then or after a restore, in every order of the threads that do `actions`.
  ///
  /// With `thenCancelled`, a letter that has not been sent by then is cancelled, by the operation that stands for it.
  static func areSafe(_ first: DeskAction, _ second: DeskAction, thenCancelled: Bool = false) -> Bool {
    let actions = [first, second]
    return everyOrder(
      actions.map(\.rawValue).joined(separator: " and ") + (thenCancelled ? ", then a cancel" : ""),
      cause: """
        what becomes of a letter while the file is being written that it is to be in, and what of one that comes \
        meanwhile? Does a thread hold a lock while it waits?
        """,
      settings: Settings(.exhaustive(preemptions: 1))
    ) { scene in
      let contested = ContestedDesk(hasAnotherFile: actions.contains(.restore))
      for (name, action) in [("A", first), ("B", second)] {
        scene.thread(name) { contested.do(action, as: name) }
      }
      scene.finally {
        let (queue, sent, saved) = (contested.queue, contested.sent, contested.saved.entries.reduce(0, +))
        let isAsSet = queue.maxConcurrentOperationCount == 3 && queue.isSuspended
        scene.expect(
          isAsSet || !actions.contains(.setTheQueue),
          "the queue has the limit 3 and is suspended (got \(queue.maxConcurrentOperationCount), \(queue.isSuspended))"
        )
        queue.isSuspended = false
        let before = sent.text
        let isCancelledLate = thenCancelled && sent.lines.isEmpty
        if isCancelledLate { contested.do(.cancel, as: "") }
        let restored = contested.restoreAndSendAll()
        scene.expect(
          restored == saved, "as many letters are restored as close has returned, \(saved) (got \(restored))")
        // A letter that is cancelled may be in the file all the same, if close comes first.
        let isSent = !(actions.contains(.cancel) || isCancelledLate) || restored == 1
        let expected = (isSent ? ["a"] : []) + contested.added.lines
        scene.expect(
          sent.lines.sorted() == expected.sorted(),
          "\(expected.joined(separator: " and ")) sent once (got \(before), \(sent.text) after the restore)")
      }
    }
  }

  /// Whether close waits for two letters, in every order of their ends, where a letter has been sent before.
  static func areWaitedFor() -> Bool {
    let probe = DeskFixture()
    probe.desk.add(Letter("a"))
    probe.sendAll()
    // Where nothing is sent, simpler requirements say so.
    guard probe.sent.lines == ["a"] else { return true }
    return everyOrder(
      "two letters are being sent while the completion block of a third closes the desk",
      cause:
        "does close wait for all that is being sent, and only where it is called from inside send for none?",
      settings: Settings(.exhaustive(preemptions: 0))
    ) { scene in
      let workers = SteppedWorkers()
      let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      let (mayBegin, mayEnd, ended) = (Flag("may begin"), Flag("may end"), Notes())
      let begun = [Flag("a has begun"), Flag("b has begun")]
      let desk = Desk(MiniOperationQueue(workers: workers)) { letter in
        guard letter.text != "first" else { return }
        begun[letter.text == "a" ? 0 : 1].raise()
        mayEnd.wait()
        ended(letter.text)
      }
      desk.add(Letter("first")).completionBlock = {
        for text in ["a", "b"] { desk.add(Letter(text)) }
        mayBegin.raise()
        for flag in begun { flag.wait() }
        // Now they may end, in either order, while close waits.
        mayEnd.raise()
        _ = desk.closing(file)
        scene.expect(
          ended.lines.count == 2, "close returns when both letters have been sent (got \(ended.text))")
      }
      scene.thread("C") { workers.run() }
      // The queue requests another worker when one has begun.
      for (name, flag) in [("S", mayBegin), ("T", begun[0])] {
        scene.thread(name) {
          flag.wait()
          workers.run()
        }
      }
      scene.finally { try? FileManager.default.removeItem(at: file) }
    }
  }
}

/// One desk with the letter a, its queue, and the files that it is saved to.
private final class ContestedDesk: Sendable {
  let queue: MiniOperationQueue
  let (sent, added, saved) = (Notes(), Notes(), Log<Int>())
  private let (workers, inSend) = (SteppedWorkers(), OneTimeAction())
  private let desk: Desk
  private let letter: MiniOperation
  private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

  init(hasAnotherFile: Bool) {
    queue = MiniOperationQueue(workers: workers)
    desk = Desk(queue) { [sent, inSend] letter in
      inSend.take()
      sent(letter.text)
    }
    letter = desk.add(Letter("a"))
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    if hasAnotherFile { _ = DeskFixture(["from a file"]).desk.closing(folder.appending(path: "another")) }
  }

  func `do`(_ action: DeskAction, as name: String) {
    switch action {
    case .close:
      // The Explorer needs something that both threads touch, and not every desk asks its queue.
      _ = queue.operationCount
      saveLetters(in: name)
    case .failToClose: saveLetters(in: "no such folder/\(name)")
    case .send: workers.run()
    case .sendAndClose:
      inSend.set { self.saveLetters(in: name) }
      workers.run()
    case .sendAndCloseAnother:
      inSend.set { [folder] in _ = DeskFixture([]).desk.closing(folder.appending(path: "another")) }
      workers.run()
    case .add:
      added(name)
      desk.add(Letter(name))
    case .restore:
      added("from a file")
      _ = desk.restoring(folder.appending(path: "another"))
    case .cancel: letter.cancel()
    case .setTheQueue: (queue.maxConcurrentOperationCount, queue.isSuspended) = (3, true)
    }
  }

  private func saveLetters(in name: String) {
    saved.add((try? desk.close(savingTo: folder.appending(path: name))) ?? 0)
  }

  /// Sends what the desk has, and then what is in its files; returns how many were in them.
  func restoreAndSendAll() -> Int {
    inSend.set {}
    workers.run()
    let restored = ["A", "B"].map { (try? desk.restore(from: folder.appending(path: $0))) ?? 0 }
    workers.run()
    try? FileManager.default.removeItem(at: folder)
    return restored.reduce(0, +)
  }
}

/// Something that is done once.
private final class OneTimeAction: Sendable {
  private let stored = Synchronization.Mutex<(@Sendable () -> Void)?>(nil)

  func set(_ body: @escaping @Sendable () -> Void) { stored.withLock { $0 = body } }

  func take() { stored.withLock { $0.take() }?() }
}

/// Whether a letter that is added while close waits for another one is sent, then or after a restore.
func aLetterThatIsAddedMeanwhileIsSent() -> Bool {
  let (begun, mayEnd, closed, sign) = (Milestone(), Milestone(), Milestone(), Sign())
  let old = DeskFixture(atATime: 2) { letter in
    if letter.text == "b" { return sign.give() }
    begun.reach()
    mayEnd.wait()
  }
  let new = DeskFixture()
  old.desk.add(Letter("a"))
  guard old.queue.operationCount == 1, begun.wait() else { return true }
  withFile { file in
    Threads.start(named: "closing") {
      _ = old.desk.closing(file)
      closed.reach()
    }
    // Time for close to come to where it waits; b is sent meanwhile, or is left for later.
    Sign().waitForAWhile()
    old.desk.add(Letter("b"))
    sign.waitForAWhile()
    mayEnd.reach()
    closed.wait()
    _ = new.desk.restoring(file)
    for fixture in [old, new] { fixture.sendAll() }
  }
  let sent = old.sent.lines + new.sent.lines
  expect(
    sent.sorted() == ["a", "b"],
    """
    expected b, which is added while close waits for a, to be saved or sent, got \(sent.count) sent: \
    \(sent.joined(separator: ", ")). What becomes of a letter that comes after close has seen what is left?
    """)
  return sent.sorted() == ["a", "b"]
}
