// Lesson 22: How are conditions, groups, retries and timeouts made of operations?
//
// The documents end where applications begin: work that waits for a condition, work that must not overlap, work
// made of work, work that fails and is tried again, work that takes too long. Each is a small class on the same
// framework, without a change to it. Remember: combine operations, and change none while it waits in a queue.
//
//   swift run lesson22

import LessonKit
import MiniOperations

Lesson(
  22, "How are conditions, groups, retries and timeouts made of operations?",
  about: "Six things that applications need, each a small class on the same framework.",
  questions: questions,
  options: [.foundation]
).run { show in
  let queue = MiniOperationQueue()

  // MARK: Step 1

  show.step("Several blocks at once")
  (queue.name, queue.maxConcurrentOperationCount) = ("queue", 1)
  // snippet: blocks
  let meeting = Rendezvous()
  let blocks = MiniBlockOperation { meeting.meet(3, patience: .seconds(5)) }
  for _ in 2...3 { blocks.addExecutionBlock { meeting.meet(3, patience: .seconds(5)) } }
  queue.addOperations([blocks], waitUntilFinished: true)
  // end
  let ours = ["blocks at once: \(meeting.mostAtOnce)"]
  show.say(ours[0])  // prints: blocks at once: 3
  show.claim("Three blocks of one operation met, in a queue with the limit 1 (C3)", meeting.mostAtOnce == 3)
  show.compare(ours, withFoundation: onFoundation, because: "on Linux it runs its blocks one by one (K10).")

  // MARK: Step 2

  show.step("A condition, and one without an announcement")
  let (workers, upload) = (SteppedWorkers(), Gated("upload"))
  let gated = MiniOperationQueue(workers: workers)
  gated.name = "uploads"
  show.watch(upload)
  gated.addOperation(upload)
  upload.allowSilently()
  workers.run()
  show.quote("\(gated.stallReport())")  // prints: became ready, but isReady was not announced
  show.claim(
    "A condition that changes silently starts nothing (K12)", !upload.isExecuting && !upload.isFinished)
  upload.allow()
  workers.run()
  // prints: upload         isFinished → true
  show.claim("Announced, it starts the operation", upload.isFinished)

  // MARK: Step 3

  show.step("Mutual exclusion")
  queue.maxConcurrentOperationCount = 4
  let exclusivity = Exclusivity()
  let (overlap, alone) = (Rendezvous(), Rendezvous())
  let alerts = (1...3).map { number in
    let alert = MiniBlockOperation {
      alone.visit {
        if number == 1 { overlap.meet(2, patience: .seconds(5)) }
        show.log("is shown", as: "alert \(number)")
      }
    }
    exclusivity.add(alert, to: "alert")
    return alert
  }
  let sync = MiniBlockOperation { overlap.meet(2, patience: .seconds(5)) }
  queue.addOperations(alerts + [sync], waitUntilFinished: true)
  // prints: alert 1        is shown
  // prints: alert 2        is shown
  // prints: alert 3        is shown
  show.claim("Three alerts never overlapped, in a queue with the limit 4", alone.mostAtOnce == 1)
  show.claim("Something else ran beside the first", overlap.mostAtOnce >= 2)

  // MARK: Step 4

  show.step("A group")
  let pages = ["page 1", "page 2", "page 3"].map(page)
  let book = Group("book", pages)
  show.watch(pages, narrated: false)
  show.watch(book)
  queue.addOperation(book)
  show.waitForEnd(of: book)
  // prints: book           isExecuting → true
  // prints: book           isFinished → true
  show.claim("The group finished after all its members", book.unfinishedAtEnd == 0)
  let reader = Patient("never read")
  let cancelled = Group("cancelled book", [reader])
  cancelled.cancel()
  show.claim("Cancelled before its start, a group takes its members with it", reader.isCancelled)
  queue.addOperations([cancelled], waitUntilFinished: true)

  // MARK: Step 5

  show.step("Tried again, later each time")
  let time = VirtualTime()
  let tries = Notebook()
  let retry = Retry("retry", tries: 4, on: time) { number in
    let operation = MiniBlockOperation {
      tries.write("try \(number) at \(time.now)")
      show.log(tries.lines.last!, as: "retry")
    }
    return Retry.Attempt(operation: operation) { number == 4 }
  }
  queue.addOperation(retry)
  for pause in [1, 2, 4] {
    time.waitForSleepers(1)
    time.advance(by: .seconds(pause))
  }
  retry.waitUntilFinished()
  // prints: try 1 at 0.0 seconds
  // prints: try 2 at 1.0 seconds
  // prints: try 3 at 3.0 seconds
  // prints: try 4 at 7.0 seconds
  let expected = zip(1...4, [0, 1, 3, 7]).map { "try \($0) at \($1).0 seconds" }
  show.claim(
    "Four tries, the pauses doubled, in no time at all", tries.lines == expected, got: "\(tries.lines)")

  // MARK: Step 6

  show.step("Too late")
  let endless = Patient("endless")
  show.watch(endless)
  let cancelledAfter = timeOut(endless, after: .seconds(10), in: queue, on: time)
  // prints: endless        isCancelled → true
  // prints: endless        isFinished → true
  show.claim(
    "An endless operation was cancelled after ten seconds",
    cancelledAfter == ["10.0 seconds"] && endless.isFinished, got: "\(cancelledAfter)")
  let quick = MiniBlockOperation {}
  queue.addOperations([Timeout(of: quick, after: .seconds(10), on: time), quick], waitUntilFinished: true)
  show.claim("One that ends in time is left alone, and its timeout is gone", !quick.isCancelled)
}

// Tasks to try, with answers, and what comes next: see README.md.
