// Lesson 11: What happens to the running operation when its queue is suspended?
//
// Three operations count to 9999, one at a time. The queue is suspended soon after the first one has begun, as in the
// document "自定义NSOperation子类" (2015-09-23), with a touch. A suspended queue starts no further operation, but a
// running operation is not notified. Remember: suspending a queue is about starting.
//
//   swift run lesson11

import LessonKit
import MiniOperations

Lesson(
  11, "What happens to the running operation when its queue is suspended?",
  about: "Three operations, one at a time, count to 9999. The queue is suspended during the first.",
  questions: questions,
  options: [.foundation]
).run { show in
  let turns = 10_000
  let queue = MiniOperationQueue()
  queue.name = "counting"
  let touch = Moment()

  // MARK: Step 1

  show.step("The queue becomes a serial one")
  queue.maxConcurrentOperationCount = 4
  queue.maxConcurrentOperationCount = 1
  show.watch(queue)
  let operations = (1...3).map { number in
    let operation = MiniBlockOperation {
      for turn in 0..<turns {
        // Without a terminal the script presses the key here, early in the first operation.
        if number == 1 && turn == 1_000 { touch.reached() }
        show.count("Thread \(number)", turn)
        show.pace(0.0005)
      }
    }
    operation.name = "Thread \(number)"
    return operation
  }
  show.watch(operations)
  show.conclude("The limit can be changed at any time. With 1, the queue runs one operation after the other.")

  // MARK: Step 2

  show.step("Suspended while Thread 1 counts, resumed a second later")
  // prints: counting       suspended → true
  // prints: Thread 1       isFinished → true
  // prints: counting       suspended → false
  // prints: Thread 2       isExecuting → true
  // snippet: toggle
  show.onReturn(
    "suspend or resume the queue", script: [.at(touch), .afterEnd(of: operations[0], 1)], until: queue,
    start: { queue.addOperations(operations, waitUntilFinished: false) },
    { queue.isSuspended.toggle() })
  // end

  // MARK: The claims

  let events = show.events
  let isInTime = events.happened("counting", .suspended, before: "Thread 1", .finished)
  let why = "no key was pressed while Thread 1 counted"
  show.claim(
    "Thread 1 was running when the queue was suspended, and finished while it was suspended",
    ifSeen: isInTime, else: why,
    events.happened("Thread 1", .finished, before: "counting", .resumed) || !show.isScripted)
  show.claim(
    "No operation started while the queue was suspended", ifSeen: isInTime, else: why,
    events.startedWhileSuspended("counting").isEmpty && events.place("counting", .resumed) != nil,
    got: "\(events.startedWhileSuspended("counting")) did")
  show.conclude(
    isInTime
      ? "Thread 1 counted to its last number in the suspended queue. Thread 2 began when the queue was resumed."
      : "The queue was not suspended in time. Run the lesson again, and press Return while Thread 1 counts.")
  show.claim(
    "All three ran in the order in which they were added",
    events.started == ["Thread 1", "Thread 2", "Thread 3"], got: "\(events.started)")

  show.compare(events.order(of: ["Thread 1", "Thread 2", "Thread 3", "counting"])) {
    onFoundation()
  }
}

// Tasks to try, with answers, and the next lesson: see README.md.
