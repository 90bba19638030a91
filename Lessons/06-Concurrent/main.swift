// Lesson 06: What must your own start() do?
//
// Some tasks continue after the call that began them. An operation for such a task overrides start(). It begins the task
// on another thread, and from then on it stores and announces its state itself. That matters to code that calls start()
// by hand; a queue calls it on another thread anyway. Remember: set the state to executing before you begin the work.
//
//   swift run lesson06

import Dispatch
import Documents
import Explorer
import LessonKit
import MiniOperations

Lesson(
  6, "What must your own start() do?",
  about: "Two kinds of operation, by hand and in a queue, and a race in a known sample.",
  questions: questions,
  options: [.foundation, .play]
).run { show in
  let trace = Notebook()

  // MARK: Step 1

  show.step("Started by hand: a synchronous operation")
  let plain = MiniBlockOperation { trace.write("synchronous by hand: \(threadName())") }
  plain.name = "plain"
  show.watch(plain)
  // prints: plain          isFinished → true
  // prints: start has returned
  plain.start()
  trace.write("start returned, finished: \(plain.isFinished)")
  show.log("start has returned", as: "plain")
  show.conclude("start() ran the task on the calling thread, and returned when the operation had finished.")

  // MARK: Step 2

  show.step("Started by hand: an asynchronous operation")
  let gate = DispatchSemaphore(value: 0)
  // snippet: own
  let own = MyConcurrentOperation {
    gate.wait()
    show.log("does its work", as: "own")
    trace.write("asynchronous by hand: \(threadName())")
  }
  // end
  own.name = "own"
  show.watch(own)
  // prints: own            isExecuting → true
  // prints: start has returned
  // prints: own            does its work
  // prints: own            isFinished → true
  show.start(own)
  trace.write("start returned, finished: \(own.isFinished)")
  show.log("start has returned", as: "own")
  gate.signal()
  own.waitUntilFinished()
  show.conclude(
    "start() began a thread and returned. The operation was still executing, and finished on that other "
      + "thread.")
  show.claim(
    "The synchronous start() returned after its operation had finished, the asynchronous one before",
    show.events.happened("plain", .finished, before: "plain", .note("start has returned"))
      && show.events.happened("own", .note("start has returned"), before: "own", .finished))

  // MARK: Step 3

  show.step("Both in a queue")
  let queue = MiniOperationQueue()
  queue.maxConcurrentOperationCount = 1
  let queued = MiniBlockOperation { trace.write("synchronous in a queue: \(threadName())") }
  let queuedOwn = Repaired.MyConcurrentOperation {
    trace.write("asynchronous in a queue: \(threadName())")
  }
  queued.name = "queued"
  queuedOwn.name = "queued own"
  show.watch(queued, queuedOwn)
  // prints: queued         isFinished → true
  // prints: queued own     isFinished → true
  queue.addOperations([queued, queuedOwn], waitUntilFinished: true)
  let starts = show.events.filter { $0.change == .executing && $0.subject.hasPrefix("queued") }
  show.conclude(
    "A queue calls start() of either kind on one of its own threads. So a queue does not need "
      + "asynchronous operations.")
  show.claim(
    "The queue called start() of both on its own threads: isConcurrent made no difference",
    starts.count == 2 && starts.allSatisfy { $0.thread.hasPrefix("worker") }, got: "\(starts.map(\.thread))")
  show.compare(trace.lines, withFoundation: onFoundation)

  // MARK: Step 4

  show.step("Four overrides are required, and two are missing here")
  show.text(overrides)
  let workers = SteppedWorkers()
  let stalled = MiniOperationQueue(workers: workers)
  stalled.name = "queue"
  let incomplete = Incomplete()
  incomplete.name = "incomplete"
  stalled.addOperation(incomplete)
  workers.run()
  // prints: 'incomplete' was started and has not finished
  show.quote(stalled.stallReport().description)
  show.claim(
    "'incomplete' announced isFinished without overriding it, and has not finished", !incomplete.isFinished)
  let early = MyConcurrentOperation { trace.write("work of a cancelled operation") }
  early.name = "early"
  show.watch(early)
  // prints: early          isCancelled → true
  // prints: early          isFinished → true
  early.cancel()
  show.start(early)
  show.conclude(
    "'incomplete' overrides neither isExecuting nor isFinished. The queue was notified of isFinished, read it, "
      + "and found false. 'early' was cancelled before its start, and its start() checked isCancelled first.")
  show.claim(
    "Cancelled before its start, 'early' checked, announced isFinished and did no work",
    early.isFinished && !trace.lines.contains("work of a cancelled operation"))

  // MARK: Step 5

  show.step("The sample begins its thread before it sets the state")
  if show.has("--play") { Explorer.play(threadFirst) }
  let found = Explorer.explore(threadFirst)
  // prints: a finished operation is not executing
  show.schedule(found)
  let repaired = Explorer.explore(stateFirst)
  show.schedule(repaired)
  show.claim(
    "A fast thread finished first, and the operation reports forever that it executes", found.finding != nil)
  show.conclude(
    "The thread finished before start() had set the state to executing. The late write replaced the state "
      + "finished.")
  show.claim("With the state first, no schedule leaves a contradiction", repaired.passed)

  // MARK: Step 6

  show.step("An inherited start(), and an overridden isFinished")
  // prints: asks           main returns, without an answer
  // prints: asks           has its answer and announces isFinished
  // prints: next           main returns, without an answer
  let asks = Asks("asks", show)
  let isHeld = asks.holds(Asks("next", show), in: MiniOperationQueue(workers: workers), workers)
  show.conclude(
    "The inherited start() finishes an operation only if its overridden isFinished is true. So asks "
      + "did not finish when main returned, and next had to wait for the answer.")
  show.claim("main had returned, and the dependent waited until the answer was announced (O36)", isHeld)
}

// Tasks to try, with answers, and the next lesson: see README.md.
