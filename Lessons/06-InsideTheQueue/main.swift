// Lesson 06: Which way does an operation take through a queue?
//
// The document opens GNUstep's queue to see what Apple's may look like inside: an operation is added, becomes
// ready, waits for a slot, goes to a pool of threads, is started, and is heard of again when it has finished. You
// walk along, and find four bugs. Remember: a queue observes first and then checks, and calls no other code under a lock.
//
//   swift run lesson06

import AsWritten
import Explorer
import Foundation
import LessonKit
import MiniOperations

Lesson(
  6, "Which way does an operation take through a queue?",
  about: "The queue that the document walks through, its four traps, and this framework's.",
  questions: questions,
  options: [.foundation, .play]
).run { show in
  // MARK: Step 1

  show.step("What a queue asks on the way")
  let announcements = Announcements(show)
  let old = GNUstepQueue(announce: announcements.add)
  let download = MiniBlockOperation {}
  let resize = Walker("resize", show)
  download.name = "download"
  resize.addDependency(download)
  show.log("is added", as: "resize")
  // prints: resize         isReady? no
  old.addOperation(resize)
  show.log("is added", as: "download")
  // prints: will change operationCount, of which there is 1
  // prints: resize         isReady? yes
  // prints: resize         isConcurrent? no
  // prints: resize         start
  // prints: resize         thread priority 0.5
  // prints: resize         main
  // prints: resize         isFinished? yes
  // prints: did change operations, of which there are 0
  old.addOperation(download)
  announcements.waitUntilEmpty()
  let questions = show.events.filter { $0.subject == "resize" && $0.thread != "main" }
  show.claim(
    "Whatever came after adding was done on the thread that ended download",
    Set(questions.map(\.thread)) == ["pool 1"] && old.operations.isEmpty, got: "\(questions)")

  let change = ["will change operations", "will change operationCount"]
  let around = change + ["did change operationCount", "did change operations"]
  show.claim(
    "Each change of the list was announced before and after it, under two keys",
    announcements.lines == (1...4).flatMap { _ in around }, got: "\(announcements.lines)")

  // MARK: Step 2

  show.step("Room for eight, and two are added")
  show.say("Of two operations the first waits for the second, which may run beside it.")
  // prints: 'pool 1' waits for a signal on 'meeting'
  let isSecondLate = secondWaits.examine(show)
  show.claim("T22: The second operation got no thread, while the first one waited for it", isSecondLate)

  // MARK: Step 3

  show.step("Finished while it waits for a slot")
  show.say("An operation that waits for a slot is cancelled, finishes, and gets the slot.")
  // prints: what has finished leaves the queue
  let isSlotLost = lostSlot.examine(show)
  show.claim("T21: An operation that finished before its start kept its slot forever", isSlotLost)

  // MARK: Step 4

  show.step("An untrue announcement, and a start under a lock")
  show.say("main opens a gate while a dependency is missing; user asks the queue.")
  // prints: 'user' waits for 'queue lock', held by 'main'
  let isLeftLocked = leftLocked.examine(show)
  show.claim("T20: An announcement that was not true left the queue locked", isLeftLocked)
  show.say("main adds an operation, which is started at once; user pauses it.")
  if show.has("--play") { Explorer.play(startedUnderLock.asWritten) }
  // prints: held by 'user'; it holds 'queue lock'
  let isDeadlock = startedUnderLock.examine(show)
  show.claim("T23: A start under the queue's lock met a pause that wanted the queue", isDeadlock)

  // MARK: Step 5

  show.step("On the way through this framework's queue", isConcurrent: true)
  let trace = Notebook()
  let queue = MiniOperationQueue()
  queue.name = "queue"
  queue.maxConcurrentOperationCount = 0
  queue.qualityOfService = .utility
  queue.progress.totalUnitCount = 4
  let tasks = ["before", "before", "after", "after"].enumerated().map { number, name in
    let operation = MiniBlockOperation {
      trace.write("\(name), on its queue: \(MiniOperationQueue.current === queue)")
      show.log("runs at \(words(for: Thread.current.qualityOfService))", as: "task \(number + 1)")
    }
    operation.name = "task \(number + 1)"
    return operation
  }
  tasks[3].qualityOfService = .userInitiated
  show.watch(tasks, narrated: false)
  // snippet: barrier
  queue.addOperations(Array(tasks.prefix(2)), waitUntilFinished: false)
  queue.addBarrierBlock {
    show.say("The barrier runs alone.")
    trace.write("barrier")
  }
  queue.addOperations(Array(tasks.suffix(2)), waitUntilFinished: false)
  // end
  Misuse.handler = { show.quote($0.message) }
  // prints: 'task 1' was added to a queue, but this queue has it already.
  queue.addOperation(tasks[0])
  // prints: 'task 1' is ready, but maxConcurrentOperationCount is 0: raise it
  // prints: 'task 3' waits behind a barrier for what was added before it
  show.quote(queue.stallReport().description)
  // prints: runs alone
  // prints: task 4         runs at userInitiated
  queue.maxConcurrentOperationCount = 2
  queue.waitUntilAllOperationsAreFinished()
  let progress = "progress: \(queue.progress.completedUnitCount) of \(queue.progress.totalUnitCount)"
  show.say("The queue's \(progress).")
  show.claim(
    "Two came before the barrier, two after it, and the barrier was not counted",
    trace.lines.map { $0.prefix(while: \.isLetter) } == ["before", "before", "barrier", "after", "after"]
      && progress == "progress: 4 of 4", got: "\(trace.lines), \(progress)")
  show.claim(
    "Those without a quality of their own ran at the queue's, task 4 at its own",
    (1...4).allSatisfy { number in
      let quality = number == 4 ? "userInitiated" : "utility"
      return show.events.place("task \(number)", .note("runs at \(quality)")) != nil
    })
  show.compare(trace.lines + [progress], withFoundation: onFoundation)
}

// Tasks to try, with answers, and what comes next: see README.md.
