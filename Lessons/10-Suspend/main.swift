// Lesson 10: What does a suspended queue still start, and what does it retain?
//
// A queue runs ten thousand operations, four at a time, and you suspend and resume it with a key, as in the document
// "自定义NSOperation子类" (2015-09-23). Operations that have a slot when you press the key still run. All others
// wait, retained by the queue. Remember: a suspended queue that is never resumed is a memory leak.
//
//   swift run lesson10

import Dispatch
import LessonKit
import MiniOperations

Lesson(
  10, "What does a suspended queue still start, and what does it retain?",
  about: "Ten thousand operations, four at a time. A key suspends the queue and resumes it.",
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
      // Without a terminal, the script presses the key here.
      if number == total / 4 { touch.reached() }
      SystemTime().sleep(for: .seconds(show.shortened(0.001)))  // About as long as NSLog takes.
      show.pace(0.003)
      lines.add()
    }
    operation.name = "\(number)"
    return operation
  }
  show.watch(operations, narrated: false)
  show.say("Each prints a line on its thread. The lines of one thread are folded into one.")
  show.conclude("Ten thousand operations exist, and none has been added to the queue yet.")

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
  let why = "no key was pressed before all operations had run"
  if toggles > 0 {
    show.say(
      "Of the operations with a slot, \(late.count) began after the queue was suspended; the others were running.",
      figure: "\(late.count)")
  }
  show.claim(
    "After the queue is suspended, only operations that already have one of the four slots begin",
    ifSeen: toggles > 0, else: why, late.count <= 4 * toggles, got: "\(late.count) began")
  show.claim("Never more than four ran at once", show.events.mostAtOnce <= 4)
  show.conclude(
    toggles > 0
      ? "Operations with a slot continued; no other one began until the queue was resumed."
      : "All operations had run before a key was pressed. Run the lesson again, and press Return early.")
  show.claim(
    "All ten thousand ran, also those that had waited in the suspended queue", ifSeen: toggles > 0, else: why,
    lines.count == total, got: "\(lines.count) did")

  // MARK: Step 3

  show.step("No reference is left to the suspended queue")
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
  show.say(
    "The lesson has no strong reference to the queue any more. It has \(forgotten?.operationCount ?? 0) operations."
  )
  show.conclude(
    "Each operation retains its queue, and the queue retains its operations. Without a strong reference "
      + "of yours, they stay.")
  show.claim(
    "A suspended queue, its operations and the objects that they retain stay in memory",
    forgotten?.operationCount == 3 && pictures.areAlive)

  // MARK: Step 4

  show.step("All operations are cancelled")
  // prints: Cancelled, and still in the queue: 3
  forgotten?.cancelAllOperations()
  let waiting = forgotten?.operations ?? []
  show.say("Cancelled, and still in the queue: \(waiting.count)")
  show.conclude(
    "An operation leaves a queue when it has finished, and a cancelled one finishes when it is started. A "
      + "suspended queue starts none.")
  show.claim(
    "Cancelled operations stay in a suspended queue and do not finish",
    !waiting.isEmpty && waiting.allSatisfy { $0.isCancelled && !$0.isFinished } && pictures.areAlive)

  // MARK: Step 5

  show.step("Resumed")
  // prints: All pictures were released
  forgotten?.isSuspended = false
  let areGone = pictures.waitUntilGone()
  show.say(
    areGone ? "All pictures were released, and \(pictures.drawn) were drawn." : "They are still in memory.")
  show.conclude(
    "Resumed, the queue started each of them; start() saw the flag, and finished without the task.")
  show.claim(
    "Resumed, the cancelled operations finish without running, and their pictures are released",
    areGone && pictures.drawn == 0 && waiting.allSatisfy(\.isFinished))

  show.compare(
    onThisFramework(), withFoundation: onFoundation,
    because: "K5: on Linux, Foundation's queue without a limit has already passed on all its operations.")
}

// Tasks to try, with answers, and the next lesson: see README.md.
