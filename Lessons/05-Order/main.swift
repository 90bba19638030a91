// Lesson 05: Which operation is next?
//
// Whenever a slot is free, a queue starts the ready operation with the highest priority, and among equals the oldest.
// Dependencies and your own conditions decide which operations are ready.
// Remember: a dependency decides which operations may start; priority chooses among them.
//
//   swift run lesson05

import LessonKit
import MiniOperations

Lesson(
  5, "Which operation is next?",
  about: "Which operation runs first, which ones wait for others, and which ones wait forever.",
  questions: questions,
  options: [.foundation]
).run { show in
  // MARK: Step 1

  show.step("Four operations, one at a time: which is first?")
  let queue = MiniOperationQueue()
  queue.maxConcurrentOperationCount = 1
  queue.isSuspended = true
  let four = operations("first", "second", "urgent", "third")
  show.watch(four, narrated: false)
  // snippet: order
  four[2].addDependency(four[1])
  four[2].queuePriority = .veryHigh
  queue.addOperations(four, waitUntilFinished: false)
  four[3].queuePriority = .high
  // end
  queue.isSuspended = false
  queue.waitUntilAllOperationsAreFinished()
  let order = show.events.started
  // prints: third, first, second, urgent
  show.say("They began in this order: \(order.joined(separator: ", ")).")
  show.conclude(
    "third had the highest priority among those that were ready. urgent was more urgent, and not ready.")
  show.claim(
    "The most urgent ready one began, then the oldest; urgent had to wait",
    order == ["third", "first", "second", "urgent"], got: "\(order)")

  // MARK: Step 2

  show.step("A dependency in another queue, and it is cancelled")
  let trace = Notebook()
  let load = MiniBlockOperation { trace.write("load ran") }
  let draw = MiniBlockOperation { [unowned load] in
    trace.write("draw ran, load finished: \(load.isFinished)")
  }
  load.name = "load"
  draw.name = "draw"
  draw.addDependency(load)
  show.watch(load, draw)
  let network = MiniOperationQueue()
  // This worker runs only inside workers.run(). Without its dependency, draw would run here.
  let workers = SteppedWorkers()
  MiniOperationQueue(workers: workers).addOperation(draw)
  workers.run()
  // prints: load           isCancelled → true
  // prints: draw           isReady → true
  // prints: draw           isFinished → true
  load.cancel()
  network.addOperation(load)
  network.waitUntilAllOperationsAreFinished()
  workers.run()
  show.claim(
    "draw waited for load in another queue, and ran although load was cancelled",
    trace.lines == ["draw ran, load finished: true"], got: "\(trace.lines)")
  show.claim("load stays in the list of dependencies, although it has finished", draw.dependencies.count == 1)
  let late = operations("late", "other")
  late[0].addDependency(late[1])
  show.watch(late[0])
  // prints: late           isReady → true
  late[0].removeDependency(late[1])
  let isLateReady = late[0].isReady
  late[0].start()
  show.conclude(
    "A dependency counts across queues, and a cancelled one counts as soon as it has finished. Without "
      + "its dependency, late was ready.")
  show.claim("Without its only dependency, late was ready", isLateReady && late[0].isFinished)
  show.compare(
    order.map { "\($0) begins" } + ["late is ready: \(isLateReady)"], withFoundation: onFoundation,
    because: "K1: on Linux, Foundation continues to wait for a dependency that was removed.")

  // MARK: Step 3

  show.step("A gate that announces that it opens, and one that does not")
  let gated = MiniOperationQueue(workers: workers)
  gated.name = "gated"
  let uploads = [Gated(), Gated()]
  uploads[0].name = "loud"
  uploads[1].name = "silent"
  show.watch(uploads)
  gated.addOperations(uploads, waitUntilFinished: false)
  // prints: loud           isReady → true
  // prints: loud           isFinished → true
  uploads[0].open()
  uploads[1].openSilently()
  workers.run()
  // prints: 'silent' became ready, but isReady was not announced
  show.quote(gated.stallReport().description)
  let wasForgotten = gated.operationCount == 1 && uploads[1].isReady
  // prints: silent         isFinished → true
  uploads[1].open()
  workers.run()
  show.conclude(
    "The queue reads isReady again only when it is announced. 'silent' was ready, but did not announce it, so "
      + "the queue did not start it.")
  show.claim(
    "The operation with the announced gate ran, the other one only after an announcement",
    wasForgotten && gated.operationCount == 0)

  // MARK: Step 4

  show.step("Three operations in a cycle, and a fourth outside it")
  let circle = operations("a", "b", "c", "free")
  Misuse.handler = { show.quote($0.message) }
  // prints: 'free' was made to depend on itself, so it could never start.
  circle[3].addDependency(circle[3])
  for (one, other) in [(0, 1), (1, 2), (2, 0)] { circle[one].addDependency(circle[other]) }
  gated.addOperations(circle, waitUntilFinished: false)
  workers.run()
  // prints: 'a' waits in a cycle: 'a' → 'b' → 'c' → 'a'
  show.quote(gated.stallReport().description)
  let found = circle[0].findDependencyCycle()?.compactMap(\.name)
  let left = gated.operations.compactMap(\.name)
  show.watch(Array(circle.prefix(3)))
  // prints: b              isCancelled → true
  // prints: c              isFinished → true
  circle[1].cancel()
  workers.run()
  show.claim(
    "Until one was cancelled, no operation in the cycle ran; the fourth did",
    found == ["a", "b", "c"] && left == found)
  show.conclude(
    "In a cycle each waits for another, so none begins. A cancelled operation is ready; it finishes, "
      + "and so breaks the cycle.")
  show.claim(
    "Cancelling one of them let all three finish, and the other two ran",
    gated.operationCount == 0 && show.events.started.suffix(2) == ["a", "c"], got: "\(show.events.started)")
}

// Tasks to try, with answers, and the next lesson: see README.md.
