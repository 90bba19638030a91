// Lesson 12: A check in every turn against a check after every stage
//
// An operation of three stages, ten thousand turns each, is cancelled after five seconds, as the document
// "自定义NSOperation子类" (2015-09-23) does it. Nothing interrupts it: it stops when it checks, and where you put
// the look decides how late that is. Remember: a look costs next to nothing, a stage does not.
//
//   swift run lesson12

import Foundation
import LessonKit
import MiniOperations

Lesson(
  12, "A check in every turn against a check after every stage",
  about: "The same work with the check in three places, cancelled in its second stage.",
  question: question,
  options: [.foundation]
).run { show in
  let queue = MiniOperationQueue()
  queue.name = "queue"

  // MARK: 1. One task, three places to look

  show.step("One task, three places to look")
  // snippet: invocation
  let controllers = ["every turn", "every stage", "and leaves"].map { ViewController($0, show) }
  let methods = [
    ViewController.lookInEveryTurn, ViewController.lookAfterEveryStage, ViewController.lookAndLeave,
  ]
  for (controller, method) in zip(controllers, methods) {
    let operation = MiniInvocationOperation(target: controller, method: method)
    operation.name = controller.name
    controller.op = operation
  }
  // end
  let operations = controllers.map { $0.op! }
  show.watch(operations, narrated: false)
  show.say("A look in every turn; after every stage; in every turn, and it leaves.")

  // MARK: 2. Cancelled after five seconds, in turn 2 500 of the second stage

  show.step("Cancelled after five seconds, in turn 2 500 of the second stage")
  // prints: every turn     is cancelled
  // prints: every stage    is cancelled
  // prints: every stage    ends
  var next = controllers[...]
  show.onReturn(
    "cancel all three", script: controllers.map { .at($0.touch) }, until: queue,
    start: { queue.addOperations(operations, waitUntilFinished: false) },
    {
      // The script cancels each where it waits for it; a user at the keyboard, all three at once.
      if show.isInteractive { controllers.forEach { $0.cancel() } } else { next.popFirst()?.cancel() }
    })

  // MARK: 3. How late each stopped, and what its looks have cost

  show.step("How late each stopped, and what its looks have cost")
  // prints: every turn       0 turns more,  30000 looks
  // prints: every stage   7500 turns more,      2 looks
  // prints: and leaves       0 turns more,  12501 looks
  for controller in controllers {
    let row = "  %4d turns more,  %5d looks"
    let name = controller.name.padding(toLength: 12, withPad: " ", startingAt: 0)
    show.say(name + String(format: row, controller.turnsAfterCancel, controller.looks))
  }
  show.say("A look takes about \(nanosecondsPerLook(at: operations[0])) ns here, a turn 400 000 ns.")
  let (everyTurn, everyStage, leaving) = (controllers[0], controllers[1], controllers[2])
  let isInTime = controllers.allSatisfy(\.wasCancelledInTime)
  let why = "no key was pressed before the work was done"
  show.claim(
    "With a look in every turn, at most one more turn was worked after the cancel", ifSeen: isInTime,
    else: why,
    everyTurn.turnsAfterCancel <= 1 && leaving.turnsAfterCancel <= 1)
  show.claim(
    "With a check after every stage, the work continued to the end of its stage", ifSeen: isInTime, else: why,
    everyStage.turnsAfterCancel > 0 && everyStage.turns.isMultiple(of: 10_000),
    got: "\(everyStage.turns) turns")
  show.claim(
    "The loop that does not leave looked 30 000 times all the same, the one that leaves did not",
    ifSeen: isInTime, else: why,
    everyTurn.looks == 30_000 && leaving.looks <= leaving.turns + 1 && leaving.looks < 30_000)

  // MARK: 4. A second touch, and the first timer cancels the wrong one

  show.step("A second touch, and the first timer cancels the wrong one")
  // prints: first          stops after turn 2
  // prints: first was cancelled: false, second was cancelled: true, second worked 0 turns
  let trap = TwoTouches(show)
  trap.asWritten()
  show.claim(
    "As written, the timer of the first operation cancels the second, and stops both",
    trap.first.turns == 3 && !trap.first.isCancelled && trap.second.isCancelled && trap.second.turns == 0)

  // MARK: 5. Each timer holds its own operation, and each operation asks itself

  show.step("Each timer holds its own operation, and each operation asks itself")
  // prints: first          stops after turn 2
  // prints: first was cancelled: true, second was cancelled: false, second worked 6 turns
  let repaired = TwoTouches(show)
  repaired.repaired()
  show.claim(
    "Repaired, the first is cancelled and the second does all its work",
    repaired.first.turns == 3 && repaired.first.isCancelled && repaired.second.turns == 6)

  show.compare(onThisFramework(), withFoundation: onFoundation)
}

// Try: look in every hundredth turn. How late does it stop at most, and what does it cost?
// Try: press Return during the third stage. What does the look after the last stage still change?
// Then: lesson 13; exercise 02 if you have left it out.
