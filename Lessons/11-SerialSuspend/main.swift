// Lesson 11: A suspended queue lets the running operation end
//
// Suspending a queue closes the door to operations that have not begun. It does not touch the one that runs:
// nothing in an operation listens to its queue. Remember: suspension is about starting.
//
//   swift run lesson11

import LessonKit
import MiniOperations

Lesson(
  11, "A suspended queue lets the running operation end",
  about: "Three operations, one at a time, each counting to 9999; the queue is suspended during the first.",
  question: Question(
    "The queue is suspended while Thread 1 counts. What is printed until it goes on?",
    ["Thread 1 stops where it is", "Thread 1 to 9999, then nothing", "all three, to 9999"],
    right: 2, because: "what runs has left the queue's hands; what waits has not.")
).run { show in
  let queue = MiniOperationQueue()
  queue.name = "counting"
  queue.maxConcurrentOperationCount = 1
  show.watch(queue)

  // MARK: 1. Three operations that count, one at a time

  show.step("Three operations that count, one at a time")
  let turns = 10_000
  for number in 1...3 {
    let operation = MiniBlockOperation {
      for turn in 0..<turns { show.count("Thread \(number)", turn) }
    }
    operation.name = "Thread \(number)"
    show.watch(operation)
    queue.addOperation(operation)
  }
  queue.waitUntilAllOperationsAreFinished()
  show.claim("They ran one at a time", show.events.mostAtOnce == 1)
}
