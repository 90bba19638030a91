// Lesson 04: How late does a cancelled loop stop?
//
// An operation works in three stages of ten thousand iterations each, and is cancelled after five seconds, as in the
// document "自定义NSOperation子类" (2015-09-23). Nothing interrupts it: it stops when it checks. The place of the check
// decides how late that is. Remember: a check costs almost nothing, a stage costs a lot.
//
//   swift run lesson04

import Foundation
import LessonKit
import MiniOperations

Lesson(
  4, "How late does a cancelled loop stop?",
  about: "The same work with the check in three places, cancelled in its second stage.",
  questions: questions,
  options: [.foundation]
).run { show in
  let queue = MiniOperationQueue()
  queue.name = "queue"

  // MARK: Step 1

  show.step("One task, three places to check")
  // snippet: invocation
  let controllers = ["each iteration", "each stage", "and leaves"].map { ViewController($0, show) }
  let methods = [
    ViewController.checkInEachIteration, ViewController.checkAfterEachStage, ViewController.checkAndLeave,
  ]
  for (controller, method) in zip(controllers, methods) {
    let operation = MiniInvocationOperation(target: controller, method: method)
    operation.name = controller.name
    controller.op = operation
  }
  // end
  let operations = controllers.map { $0.op! }
  show.watch(operations, narrated: false)
  show.say(
    "'each iteration' checks in each iteration, 'each stage' after each stage. 'and leaves' checks in each iteration and "
      + "leaves its loop."
  )
  show.conclude("Three objects have the same task; each checks at another place.")

  // MARK: Step 2

  show.step("Cancelled by Return, or by the script in iteration 2 500 of stage 2", isConcurrent: true)
  // prints: each iteration is cancelled
  // prints: each stage     is cancelled
  // prints: each stage     returns
  var next = controllers[...]
  show.onReturn(
    "cancel all three", script: controllers.map { .at($0.touch) }, until: queue,
    start: { queue.addOperations(operations, waitUntilFinished: false) },
    {
      // The script cancels one operation at a time; a user at the keyboard cancels all three at once.
      if show.isInteractive { controllers.forEach { $0.cancel() } } else { next.popFirst()?.cancel() }
    })
  show.conclude(
    controllers.allSatisfy(\.wasCancelledInTime)
      ? "cancel() only set a flag; each task stopped when it read the flag next."
      : "The work was done before a key was pressed. Run the lesson again, and press Return early.")

  // MARK: Step 3

  show.step("How late each stopped, and the cost of its checks")
  // prints: each iteration      0 iterations worked after cancel(),  30000 checks
  // prints: each stage       7500 iterations worked after cancel(),      2 checks
  // prints: and leaves          0 iterations worked after cancel(),  12501 checks
  for controller in controllers {
    let row = "  %4d iterations worked after cancel(),  %5d checks"
    let name = controller.name.padding(toLength: 15, withPad: " ", startingAt: 0)
    show.say(name + String(format: row, controller.iterationsAfterCancel, controller.checks))
  }
  let cost = "\(nanosecondsPerCheck(at: operations[0])) ns"
  show.say(
    "A check takes about \(cost) here. An iteration takes 400 000 ns, with --fast 20 000.", figure: cost)
  let (eachIteration, eachStage, leaving) = (controllers[0], controllers[1], controllers[2])
  let isInTime = controllers.allSatisfy(\.wasCancelledInTime)
  let why = "no key was pressed before the work was done"
  show.claim(
    "With a check in each iteration, at most one more iteration worked after cancel()",
    ifSeen: isInTime,
    else: why,
    eachIteration.iterationsAfterCancel <= 1 && leaving.iterationsAfterCancel <= 1)
  show.claim(
    "With a check after each stage, the rest of the stage ran", ifSeen: isInTime, else: why,
    eachStage.iterationsAfterCancel > 0 && eachStage.iterations.isMultiple(of: 10_000),
    got: "\(eachStage.iterations) iterations")
  show.conclude(
    "More checks stop earlier and cost almost nothing. The loop that checks without leaving repeats its "
      + "check in every iteration.")
  show.claim(
    "The loop that does not leave checked 30 000 times, the one that leaves fewer times",
    ifSeen: isInTime, else: why,
    eachIteration.checks == 30_000 && leaving.checks <= leaving.iterations + 1 && leaving.checks < 30_000)

  // MARK: Step 4

  show.step("A second touch, and a timer for each")
  // prints: first          stops after iteration 2
  // prints: first was cancelled: false, second was cancelled: true, second worked 0 iterations
  let trap = TwoTouches(show)
  trap.asWritten()
  show.conclude(
    "When the first timer fired, the variable referred to the second operation, so the timer cancelled "
      + "that one. The task of the first operation reads the same variable, and stopped too.")
  show.claim(
    "As written, the timer of the first operation cancels the second one, and both stop",
    trap.first.iterations == 3 && !trap.first.isCancelled && trap.second.isCancelled
      && trap.second.iterations == 0)

  // MARK: Step 5

  show.step("Each timer captures its own operation, and each operation checks itself")
  // prints: first          stops after iteration 2
  // prints: first was cancelled: true, second was cancelled: false, second worked 6 iterations
  let repaired = TwoTouches(show)
  repaired.repaired()
  show.conclude(
    "Each timer captured its operation, and each task reads the flag of the operation that runs it.")
  show.claim(
    "Repaired, the first is cancelled, and the second does all its work",
    repaired.first.iterations == 3 && repaired.first.isCancelled && repaired.second.iterations == 6)

  show.compare(onThisFramework(), withFoundation: onFoundation)
}

// Tasks to try, with answers, and the next lesson: see README.md.
