import ExerciseSupport
import Explorer
import Foundation
import MiniOperations
import Testing

@testable import Exercise13

/// Whether a letter is sent once if its desk is closed while a queue sends it, in every order of the two threads.
///
/// In the second scene the file cannot be written; in the third one two threads close the desk, and no queue sends.
func aLetterIsSentOnceInEveryOrder() -> Bool {
  for (name, others) in [("a close", "S"), ("a close that fails", "S"), ("two closes", "D")] {
    let isFine = everyOrder(
      name, cause: "what becomes of a letter while the file is being written that it is to be in?",
      settings: Settings(.exhaustive(preemptions: 1))
    ) { scene in
      let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let file = folder.appending(path: name == "a close that fails" ? "no such folder/C" : "C")
      let other = folder.appending(path: "D")
      let (workers, sent, closed) = (SteppedWorkers(), Notes(), Notes())
      let desk = Desk(MiniOperationQueue(workers: workers)) { sent($0.text) }
      desk.add(Letter("a"))
      scene.thread("C") { closed(desk.closing(file)) }
      scene.thread(others) { if others == "S" { workers.run() } else { closed(desk.closing(other)) } }
      scene.finally {
        workers.run()
        let before = sent.text
        for file in [file, other] { _ = desk.restoring(file) }
        workers.run()
        try? FileManager.default.removeItem(at: folder)
        scene.expect(
          sent.lines == ["a"],
          "the letter is sent once (got \(closed.text), sent \(before), and \(sent.text) after the restore)")
      }
    }
    if !isFine { return false }
  }
  return true
}

/// Whether a letter that is added while close waits for another one is sent, then or after a restore.
func aLetterThatIsAddedMeanwhileIsSent() -> Bool {
  let (begun, mayEnd, closed, sign) = (Milestone(), Milestone(), Milestone(), Sign())
  let old = Office(atATime: 2) { letter in
    if letter.text == "b" { return sign.give() }
    begun.reach()
    mayEnd.wait()
  }
  let new = Office()
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
    for office in [old, new] { office.sendAll() }
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
