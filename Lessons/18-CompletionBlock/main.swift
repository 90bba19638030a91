// Lesson 18: When does a completion block run, where, and what does it retain?
//
// "自定义NSOperation子类" (2015-09-23) opens with an operation whose completion block loops forever. Cancelling it after
// three seconds should stop the loop, but does not, and the document does not explain why. The block runs after the
// operation has finished. Remember: a completion block reports completion, and is not part of the task.
//
//   swift run lesson18

import Documents
import Foundation
import LessonKit
import MiniOperations

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

Lesson(
  18, "When does a completion block run, where, and what does it retain?",
  about: "The opening example, why its cancel() has no effect, and which object retains which.",
  questions: questions,
  options: [.foundation]
).run { show in

  // MARK: Step 1

  show.step("The opening example, with a loop of five seconds")
  let queue = MiniOperationQueue()
  let operation = MyOperation()
  operation.name = "MyOperation"
  show.watch(operation)
  let (block, cancel) = (Counter(), Counter())
  let (onMain, afterEnd) = (Counter(), Counter())
  operation.completionBlock = { [weak operation] in
    if operation?.isFinished == true { afterEnd.raise() }
    if Thread.isMainThread { onMain.raise() }
    // Scheduled here and not earlier, so that the block runs first even on a slow machine.
    DispatchQueue.main.asyncAfter(deadline: .now() + show.shortened(3)) {
      show.log("cancel, due after 3 s", as: "MyOperation")
      operation?.cancel()
      cancel.raise()
    }
    for turn in 0..<50 {
      show.count("my operation is run ....", turn)
      show.wait(0.1)
    }
    show.log("the loop has returned, after \(cancel.value) calls of cancel", as: "MyOperation")
    block.raise()
  }
  queue.addOperation(operation)
  show.turnMainLoop { cancel.value == 1 }
  // prints: MyOperation    isFinished → true
  // prints: my operation is run ....: 0 … 49
  // prints: the loop has returned, after 0 calls of cancel
  // prints: cancel, due after 3 s
  show.claim("The loop is not the task: the operation had finished before it began", afterEnd.value == 1)
  show.claim("The loop ran on the main thread, once", onMain.value == 1 && block.value == 1)
  let loopEnds = Event.Change.note("the loop has returned, after 0 calls of cancel")
  show.claim(
    "cancel, due on the same thread, was called after the loop",
    show.events.happened("MyOperation", loopEnds, before: "MyOperation", .note("cancel, due after 3 s")))
  show.conclude(
    "The loop is in the completion block, which runs after the operation has finished. It blocks the main "
      + "thread, so cancel is called after the loop.")
  show.claim("And it had no effect: isCancelled is false", !operation.isCancelled)

  // MARK: Step 2

  show.step("Who is told that a cancelled operation has finished?")
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
  notifiedOfCancelled(MyOperation(), written)
  notifiedOfCancelled(Repaired.MyOperation(), repaired)
  // The document's block reads isCancelled of its operation, which was already released.
  completionBlockOfReleased { gone.raise() }()
  show.emptyMainQueue()
  show.say(
    "plain \(plain.value), as written \(written.value), released \(gone.value), repaired \(repaired.value)")
  // prints: plain 1, as written 0, released 1, repaired 1
  show.claim("A plain operation's block runs although it was cancelled", plain.value == 1)
  show.claim(
    "As written, no block is called when a cancelled operation has finished (T12b)", written.value == 0)
  show.claim("Unless the operation was released: nil counts as not cancelled", gone.value == 1)
  show.conclude(
    "The document's class does not call the block of a cancelled operation. Code that waits for the block "
      + "waits forever.")
  show.claim("Repaired, the block runs in both cases", repaired.value == 1)

  // MARK: Step 3

  show.step("Strong and weak references")
  let lives = livesHere()
  for life in lives { show.say(life) }
  // prints: strong, ran: released
  // prints: strong, never started: still in memory
  // prints: weak, never started: released
  show.claim(
    "A block is released before it runs, so it may retain its operation", lives[0].hasSuffix("released"))
  show.conclude(
    "The framework releases a block before it runs, so the objects that it captured are released with it. A "
      + "block that never runs retains them.")
  show.claim(
    "An operation that never starts retains its block, which retains the operation",
    lives[1].hasSuffix("memory"))
  show.compare(lives, withFoundation: livesOnFoundation, because: "it keeps the block that has run (K9).")

  // MARK: Step 4

  show.step("The library's way: a notification, a queue and a group")
  let request = URLRequest(url: URL(filePath: "/"))
  let news = Counter()
  let token = NotificationCenter.default.addObserver(
    forName: AFURLConnectionOperation.didFinish, object: nil, queue: nil
  ) { _ in news.raise() }
  let group = DispatchGroup()
  group.enter()  // Another operation's block, which shares the group and has not run.
  let life = heldByGroup(group, request)
  show.emptyMainQueue()
  NotificationCenter.default.removeObserver(token)
  // The same with an empty group: when this operation is released, the other one could be released too.
  let alone = heldByGroup(DispatchGroup(), request)
  show.emptyMainQueue()
  let isAloneGone = alone.wait()
  show.say("\(news.value) notification; its block has run; \(life.hasCome ? "released" : "still in memory")")
  // prints: 1 notification; its block has run; still in memory
  show.claim("The notification was posted to all observers, once", news.value == 1)
  show.claim(
    "Its own block has run, and another operation's block keeps it in memory (T13)",
    isAloneGone && !life.hasCome)
  group.leave()
  show.conclude(
    "A group's notify runs when all its blocks have run. Until then it retains the block, and the block "
      + "retains the operation.")
  show.claim("It is released when the last block of the group has run", life.wait())
}

// Tasks to try, with answers, and the next lesson: see README.md.
