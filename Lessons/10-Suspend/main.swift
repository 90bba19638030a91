// Lesson 10: What does a suspended queue still start, and what does it keep?
//
// Ten thousand operations, four at a time, are suspended and resumed by a key, as in the document
// "自定义NSOperation子类" (2015-09-23). What has a slot when you press it still runs, and everything else
// waits, held by the queue. Remember: a suspended queue that is never resumed is a leak.
//
//   swift run lesson10

import Dispatch
import LessonKit
import MiniOperations

Lesson(
  10, "What does a suspended queue still start, and what does it keep?",
  about: "Ten thousand operations, four at a time, suspended by a key and resumed.",
  questions: questions,
  options: [.foundation]
).run { show in
  let total = 10_000
  let queue = MiniOperationQueue()
  queue.name = "queue"
  let touch = Moment()
  let lines = Lines(show)

  // MARK: Step 1

  show.step("Ten thousand operations, four at a time")
  queue.maxConcurrentOperationCount = 4
  show.watch(queue)
  let operations = (1...total).map { number in
    let operation = MiniBlockOperation {
      // Without a user at the screen, the script does it here.
      if number == total / 4 { touch.reached() }
      SystemTime().sleep(for: .seconds(show.shortened(0.001)))  // About as long as NSLog takes.
      show.pace(0.003)
      lines.add()
    }
    operation.name = "\(number)"
    return operation
  }
  show.watch(operations, narrated: false)
  show.say("Each prints a line on its thread. Here a thread's lines are folded into one.")

  // MARK: Step 2

  show.step("A key suspends the queue, another resumes it", isConcurrent: true)
  // prints: queue          suspended → true
  // prints: queue          suspended → false
  // snippet: toggle
  show.onReturn(
    "suspend or resume the queue", script: [.at(touch), .after(1)], until: queue,
    start: { queue.addOperations(operations, waitUntilFinished: false) },
    { queue.isSuspended.toggle() })
  // end
  let late = show.events.startedWhileSuspended("queue")
  let toggles = show.events.filter { $0.change == .suspended }.count
  let why = "no key was pressed before all had run"
  if toggles > 0 {
    show.say(
      "\(late.count) had a slot already, and began after the queue was suspended.", figure: "\(late.count)")
  }
  show.claim(
    "Once the queue is suspended, only those begin that have one of the four slots already",
    ifSeen: toggles > 0, else: why, late.count <= 4 * toggles, got: "\(late.count) began")
  show.claim("Never more than four ran at once", show.events.mostAtOnce <= 4)
  show.claim(
    "All ten thousand ran, those that had been held as well", ifSeen: toggles > 0, else: why,
    lines.count == total, got: "\(lines.count) did")

  // MARK: Step 3

  show.step("Forgotten while it is suspended")
  // snippet: forgotten
  let pictures = Pictures()
  weak var forgotten: MiniOperationQueue?
  do {
    let queue = MiniOperationQueue()
    queue.isSuspended = true
    for _ in 1...3 { queue.addOperation { [picture = pictures.new()] in picture.draw() } }
    forgotten = queue
  }
  // end
  show.say("No reference to the queue is left here. It holds \(forgotten?.operationCount ?? 0) operations.")
  show.claim(
    "A suspended queue keeps itself, its operations and what they hold alive",
    forgotten?.operationCount == 3 && pictures.areAlive)

  // MARK: Step 4

  show.step("All of them are cancelled")
  // prints: Cancelled, and still there: 3
  forgotten?.cancelAllOperations()
  let waiting = forgotten?.operations ?? []
  show.say("Cancelled, and still there: \(waiting.count)")
  show.claim(
    "Cancelled operations stay in a suspended queue and do not finish",
    !waiting.isEmpty && waiting.allSatisfy { $0.isCancelled && !$0.isFinished } && pictures.areAlive)

  // MARK: Step 5

  show.step("Resumed")
  // prints: All pictures are gone
  forgotten?.isSuspended = false
  let areGone = pictures.waitUntilGone()
  show.say(areGone ? "All pictures are gone, and \(pictures.drawn) were drawn." : "They are still there.")
  show.claim(
    "Resumed, the cancelled operations finish without running, and what they held is freed",
    areGone && pictures.drawn == 0 && waiting.allSatisfy(\.isFinished))

  show.compare(
    onThisFramework(), withFoundation: onFoundation,
    because: "K5: there, a queue without a limit has handed over everything when it is suspended.")
}

// Tasks to try, with answers, and what comes next: see README.md.
