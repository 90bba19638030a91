// Lesson 13: Which settings does a queue have, and what does each change?
//
// Besides its limit and its suspension a queue has a barrier, a quality of service, a progress, and a dispatch queue
// on which it runs; and one queue is special, that of the main thread. Remember: a limit says how many run, a barrier
// says when, a quality of service how urgently, and an underlying queue where.
//
//   swift run lesson13

import Foundation
import LessonKit
import MiniOperations

Lesson(
  13, "Which settings does a queue have, and what does each change?",
  about:
    "A photo album in a queue: held, with a barrier, at two qualities of service, counted, on chosen "
    + "threads.",
  questions: questions,
  options: [.foundation]
).run { show in
  Misuse.handler = { show.quote($0.message) }
  let order = Notebook()
  let queue = MiniOperationQueue()
  queue.name = "album"

  // MARK: Step 1

  show.step("A limit of 0")
  let tasks = ["load 1", "load 2", "print 1", "print 2"].map { name in
    let operation = MiniBlockOperation {
      order.write("\(name.prefix { $0.isLetter }), on its queue: \(MiniOperationQueue.current === queue)")
      show.log("runs at \(words(for: Thread.current.qualityOfService))", as: name)
    }
    operation.name = name
    return operation
  }
  show.watch(tasks, narrated: false)
  // snippet: settings
  queue.maxConcurrentOperationCount = 0
  queue.qualityOfService = .utility
  queue.progress.totalUnitCount = 4
  tasks[3].qualityOfService = .userInitiated
  // end
  // snippet: barrier
  queue.addOperations(Array(tasks.prefix(2)), waitUntilFinished: false)
  queue.addBarrierBlock { order.write("barrier") }
  queue.addOperations(Array(tasks.suffix(2)), waitUntilFinished: false)
  // end
  // prints: 'load 1' was added to a queue, but this queue has it already.
  queue.addOperation(tasks[0])
  // prints: 'load 1' is ready, but maxConcurrentOperationCount is 0: raise it
  // prints: 'print 1' waits at a barrier for operations added before it
  show.quote(queue.stallReport().description)
  show.conclude("Five pieces of work are in the queue, and none may start. The barrier is not an operation.")
  show.claim(
    "With a limit of 0 nothing started, and operationCount was 4, without the barrier",
    order.lines.isEmpty && queue.operationCount == 4, got: "\(order.lines), \(queue.operationCount)")

  // MARK: Step 2

  show.step("A barrier, and two qualities of service", isConcurrent: true)
  // prints: print 2        runs at userInitiated
  queue.maxConcurrentOperationCount = 2
  queue.waitUntilAllOperationsAreFinished()
  show.conclude(
    "With two slots, both loads ran, then the barrier alone, then both prints. Three used the queue's "
      + "quality of service, and print 2 its own.")
  show.claim(
    "Two ran before the barrier, two after it",
    order.lines.map { $0.prefix { $0.isLetter } } == ["load", "load", "barrier", "print", "print"],
    got: "\(order.lines)")
  show.claim(
    "Operations without a quality of service ran at the queue's, print 2 at its own",
    ["load 1", "load 2", "print 1", "print 2"].allSatisfy { name in
      show.events.place(name, .note("runs at \(name == "print 2" ? "userInitiated" : "utility")")) != nil
    })

  // MARK: Step 3

  show.step("Progress")
  let uncounted = MiniOperationQueue()
  let silent = uncounted.progress
  uncounted.addOperations([MiniBlockOperation {}], waitUntilFinished: false)
  uncounted.waitUntilAllOperationsAreFinished()
  let progress = "progress: \(queue.progress.completedUnitCount) of \(queue.progress.totalUnitCount)"
  show.say("The album's \(progress)")  // prints: The album's progress: 4 of 4
  show.say("Without a total, after one operation: \(silent.completedUnitCount) of \(silent.totalUnitCount)")
  show.conclude("Each operation counted one unit when its main returned. The barrier counted none.")
  show.claim(
    "With a total of 4, all four operations were counted", progress == "progress: 4 of 4", got: progress)
  show.claim("Without a total the progress stayed at 0", silent.completedUnitCount == 0)
  show.compare(order.lines + [progress], withFoundation: onFoundation)

  // MARK: Step 4

  show.step("The main queue")
  let isShown = Counter()
  let present = MiniBlockOperation {
    isShown.raise()
    show.log("on the main thread: \(Thread.isMainThread)", as: "present")
  }
  present.name = "present"
  // snippet: main
  MiniOperationQueue.main.addOperation(present)
  // end
  show.log("does something else", as: "main")
  let early = isShown.value
  // prints: present        on the main thread: true
  show.turnMainLoop { isShown.value == 1 }
  MiniOperationQueue.main.maxConcurrentOperationCount = 4
  show.conclude(
    "The operation waited until the main thread was back in its run loop. An app's main thread returns "
      + "there after each event; so a long task on it delays the next touch.")
  show.claim(
    "On the main queue it ran later, on the main thread",
    early == 0 && show.events.place("present", .note("on the main thread: true")) != nil)
  show.claim("The main queue's limit stayed 1", MiniOperationQueue.main.maxConcurrentOperationCount == 1)

  // MARK: Step 5

  show.step("An underlying queue")
  let images = DispatchQueue(label: "images")
  let label = DispatchSpecificKey<String>()
  images.setSpecific(key: label, value: "images")
  let labels = Notebook()
  // snippet: underlying
  let borrowed = MiniOperationQueue()
  borrowed.underlyingQueue = images
  borrowed.addOperation { labels.write(DispatchQueue.getSpecific(key: label) ?? "another") }
  borrowed.waitUntilAllOperationsAreFinished()
  // end
  show.say("It ran on the dispatch queue: \(labels.lines.joined())")
  borrowed.isSuspended = true
  borrowed.addOperation {}
  // prints: was changed while it had
  borrowed.underlyingQueue = nil
  show.conclude(
    "The dispatch queue ran the operation on its own thread. While an operation waits, the underlying "
      + "queue cannot be changed.")
  show.claim("The operation ran on the dispatch queue", labels.lines == ["images"])
  show.claim(
    "While it has operations, a queue keeps its underlying queue", borrowed.underlyingQueue === images)
  borrowed.isSuspended = false
  borrowed.waitUntilAllOperationsAreFinished()

  // MARK: Step 6

  show.step("A limit counts operations, not blocks")
  // snippet: blocks
  let meeting = Rendezvous()
  let blocks = MiniBlockOperation { meeting.meet(3) }
  for _ in 2...3 { blocks.addExecutionBlock { meeting.meet(3) } }
  queue.maxConcurrentOperationCount = 1
  queue.addOperations([blocks], waitUntilFinished: true)
  // end
  let atOnce = "blocks at once: \(meeting.mostAtOnce)"
  show.say(atOnce)  // prints: blocks at once: 3
  show.conclude("One operation with three blocks took one slot, and three threads.")
  show.claim(
    "Three blocks of one operation ran at once, in a queue with the limit 1", meeting.mostAtOnce == 3)
  show.compare(
    [atOnce], withFoundation: blocksOnFoundation, because: "on Linux it runs its blocks one by one (K10).")
}

// Tasks to try, with answers, and the next lesson: see README.md.
