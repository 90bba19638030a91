// Lesson 12: When does a cancelled operation finish, and what waits for it?
//
// "NSOperation" (undated) translates Apple's pages: cancelling a dependency has the same effect as marking it finished.
// That is almost true: a cancelled operation must still be started, and only then finishes. This lesson cancels
// operations outside a queue, in one, and in a suspended one. Remember: cancelled is a request, finished is a fact.
//
//   swift run lesson12

import Dispatch
import LessonKit
import MiniOperations

Lesson(
  12, "When does a cancelled operation finish, and what waits for it?",
  about: "Operations cancelled outside a queue, in a queue, and in a suspended one.",
  questions: questions,
  options: [.foundation]
).run { show in
  // MARK: Step 1

  show.step("Outside a queue: cancelled, and finished?")
  // prints: alone          isCancelled → true
  // prints: cancelled: true, finished: false
  // prints: alone          isFinished → true
  let alone = task("alone", show)
  show.watch(alone)
  alone.cancel()
  show.say("cancelled: \(alone.isCancelled), finished: \(alone.isFinished)")
  let isFinishedByCancel = alone.isFinished
  alone.start()
  show.conclude("cancel() did not finish it. start() did, without calling its task.")
  show.claim(
    "Outside a queue, a cancelled operation finishes when you start it, and does not run",
    !isFinishedByCancel && alone.isFinished && !show.events.worked("alone"))

  // MARK: Step 2

  show.step("In a queue: cancelled while it waits for another")
  // prints: second         isCancelled → true
  // prints: second         isReady → true
  // prints: second         isFinished → true
  let queue = MiniOperationQueue()
  let (hasBegun, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
  let first = MiniBlockOperation {
    hasBegun.signal()
    mayEnd.wait()
  }
  first.name = "first"
  let second = task("second", show)
  second.addDependency(first)
  show.watch(first, second)
  queue.addOperations([first, second], waitUntilFinished: false)
  hasBegun.wait()
  second.cancel()
  show.waitForEnd(of: second)
  let isFirstAtWork = !first.isFinished
  mayEnd.signal()
  queue.waitUntilAllOperationsAreFinished()
  show.conclude(
    "A cancelled operation is ready, even if its dependencies have not finished. The queue started it, "
      + "and start() finished it at once.")
  show.claim(
    "A cancelled operation finishes before its dependency and does not run, and the dependency continues",
    isFirstAtWork && !first.isCancelled && !show.events.worked("second"))

  // MARK: Step 3

  show.step("In a suspended queue: is the dependent ready?", isConcurrent: true)
  // prints: A              isCancelled → true
  // prints: A is cancelled. B is ready: false
  // prints: held           suspended → false
  // prints: B              works
  // snippet: suspended
  let held = MiniOperationQueue()
  held.name = "held"
  held.isSuspended = true
  let (a, b) = (task("A", show), task("B", show))
  b.addDependency(a)
  show.watch(held)
  show.watch(a, b)
  held.addOperations([a, b], waitUntilFinished: false)
  a.cancel()
  let isReleasedByCancel = b.isReady
  // end
  show.say("A is cancelled. B is ready: \(isReleasedByCancel)")
  show.wait(0.5)
  held.isSuspended = false
  held.waitUntilAllOperationsAreFinished()
  show.claim(
    "Cancelling A did not make B ready; B became ready when A was started and had finished",
    !isReleasedByCancel && a.isFinished && !show.events.worked("A")
      && show.events.happened("held", .resumed, before: "A", .finished))
  show.conclude(
    "B waits until A has finished. A was cancelled, but a suspended queue starts nothing, so A could not "
      + "finish.")
  show.claim("B ran although A never did its work", show.events.worked("B"))

  // MARK: Step 4

  show.step("A start() that returns when cancelled, and announces nothing")
  // prints: 'download' was started and has not finished
  // prints: 'resize' waits for 'download'
  let stalled = start(Leaves(), thenResize: show)
  show.text(stalled.report)
  show.conclude(
    "start() returned early and announced nothing. download keeps its slot, and resize waits forever.")
  show.claim(
    "A cancelled operation that never announces isFinished makes its dependents wait forever",
    !stalled.download.isFinished && !stalled.resize.isFinished)

  // MARK: Step 5

  show.step("Repaired: it finishes first, and the dependent decides for itself")
  // prints: resize         has nothing to resize
  // prints: has no unfinished operations
  let repaired = start(LeavesFinished(), thenResize: show)
  show.text(repaired.report)
  show.conclude("The cancelled download finished. resize ran, looked at its dependency, and did nothing.")
  show.claim(
    "Repaired, both finish, and the dependent has checked whether its dependency was cancelled",
    repaired.resize.isFinished
      && show.events.place("resize", .note("has nothing to resize")) != nil)

  show.compare(onThisFramework(), withFoundation: onFoundation)
}

// Tasks to try, with answers, and the next lesson: see README.md.
