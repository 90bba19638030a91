// Lesson 17: When does a completion block run, where, and what does it keep alive?
//
// "自定义NSOperation子类" (2015-09-23) opens with an operation whose completion block loops forever and is to be
// stopped by a cancel after three seconds. It is not, and the document leaves open why. The block comes after the
// end, so there is nothing to cancel. Remember: a completion block says "it is over", and is no part of the task.
//
//   swift run lesson17

import AsWritten
import Foundation
import LessonKit
import MiniOperations

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

Lesson(
  17, "When does a completion block run, where, and what does it keep alive?",
  about: "The opening example, why its cancel does nothing, and which object keeps which in memory.",
  questions: questions,
  options: [.foundation]
).run { show in

  // MARK: Step 1

  show.step("The opening example, with a loop that ends after five seconds")
  let queue = MiniOperationQueue()
  let operation = MyOperation()
  operation.name = "MyOperation"
  show.watch(operation)
  let (block, cancel) = (Counter(), Counter())
  let (onMain, afterEnd) = (Counter(), Counter())
  operation.completionBlock = { [weak operation] in
    if operation?.isFinished == true { afterEnd.raise() }
    if Thread.isMainThread { onMain.raise() }
    // From here and not from the beginning, so that on a slow machine the block still comes first.
    DispatchQueue.main.asyncAfter(deadline: .now() + show.shortened(3)) {
      show.log("cancel, due after 3 s", as: "MyOperation")
      operation?.cancel()
      cancel.raise()
    }
    for turn in 0..<50 {
      show.count("my operation is run ....", turn)
      show.wait(0.1)
    }
    show.log("the loop ends, after \(cancel.value) calls of cancel", as: "MyOperation")
    block.raise()
  }
  queue.addOperation(operation)
  show.turnMainLoop { cancel.value == 1 }
  // prints: MyOperation    isFinished → true
  // prints: my operation is run ....: 0 … 49
  // prints: the loop ends, after 0 calls of cancel
  // prints: cancel, due after 3 s
  show.claim("The loop is no task: the operation had finished before it began", afterEnd.value == 1)
  show.claim("The loop ran on the main thread, once", onMain.value == 1 && block.value == 1)
  let loopEnds = Event.Change.note("the loop ends, after 0 calls of cancel")
  show.claim(
    "cancel, due on the same thread, was called after the loop",
    show.events.happened("MyOperation", loopEnds, before: "MyOperation", .note("cancel, due after 3 s")))
  show.claim("And it did nothing: isCancelled is false", !operation.isCancelled)

  // MARK: Step 2

  show.step("What is notified of a cancelled operation's end")
  let (plain, written, gone, repaired) = (Counter(), Counter(), Counter(), Counter())
  let cancelled = MiniOperation()
  let hasRun = End()
  cancelled.completionBlock = {
    plain.raise()
    hasRun.come()
  }
  cancelled.cancel()
  cancelled.start()
  _ = hasRun.wait()
  heardOfCancelled(MyOperation(), written)
  heardOfCancelled(Repaired.MyOperation(), repaired)
  // The document's block asks its operation whether it was cancelled; the operation is gone.
  completionBlockOfOneThatIsGone { gone.raise() }()
  show.emptyMainQueue()
  show.say(
    "plain \(plain.value), as written \(written.value), gone \(gone.value), repaired \(repaired.value)")
  // prints: plain 1, as written 0, gone 1, repaired 1
  show.claim("A plain operation's block runs although it was cancelled", plain.value == 1)
  show.claim("As written, no block is called when a cancelled operation has ended (T12b)", written.value == 0)
  show.claim("Unless it is gone: nil counts as not cancelled", gone.value == 1)
  show.claim("Repaired, the block runs for every end", repaired.value == 1)

  // MARK: Step 3

  show.step("Strong and weak")
  let lives = livesHere()
  for life in lives { show.say(life) }
  // prints: strong, ran: gone
  // prints: strong, never started: still there
  // prints: weak, never started: gone
  show.claim("A block is released before it runs, so it may hold its operation", lives[0].hasSuffix("gone"))
  show.claim(
    "An operation that never starts keeps its block, which keeps the operation", lives[1].hasSuffix("there"))
  show.compare(lives, withFoundation: livesOnFoundation, because: "it keeps the block that has run (K9).")

  // MARK: Step 4

  show.step("The library's way: a notification, a queue and a group")
  let request = URLRequest(url: URL(filePath: "/"))
  let news = Counter()
  let token = NotificationCenter.default.addObserver(
    forName: AFURLConnectionOperation.didFinish, object: nil, queue: nil
  ) { _ in news.raise() }
  let group = DispatchGroup()
  group.enter()  // The block of some other operation that shares the group, and has not run.
  let life = heldByGroup(group, request)
  show.emptyMainQueue()
  NotificationCenter.default.removeObserver(token)
  // The same with a group that nothing else holds: when this one is gone, the other one could be gone too.
  let alone = heldByGroup(DispatchGroup(), request)
  show.emptyMainQueue()
  let isAloneGone = alone.wait()
  show.say("\(news.value) notification; its block has run; \(life.hasCome ? "gone" : "still there")")
  // prints: 1 notification; its block has run; still there
  show.claim("The end was announced to all observers, once", news.value == 1)
  show.claim(
    "Its own block has run, and another operation's keeps it in memory (T13)",
    isAloneGone && !life.hasCome)
  group.leave()
  show.claim("It goes when the last block of the group has run", life.wait())
}

// Tasks to try, with answers, and what comes next: see README.md.
