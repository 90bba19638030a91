// Lesson 04: Is a check in every row too expensive?
//
// A filter works through three stages of ten thousand rows, and is cancelled in the second. The place of its check
// decides how late it stops. Then two photos are tapped, and the wrong filter is cancelled.
// Remember: a check costs almost nothing, and a stage costs a lot. Check often, and check the right operation.
//
//   swift run lesson04 --fast

import Foundation
import LessonKit
import MiniOperations

Lesson(
  4, "Is a check in every row too expensive?",
  about: "A filter with the check in three places, and a page with one variable too few.",
  questions: questions,
  options: [.foundation]
).run { show in
  let queue = MiniOperationQueue()
  let moments = [Moment(), Moment(), Moment()]
  let filters = zip(["skips", "each stage", "returns"], moments).map { name, moment in
    let pace = Pace(show.shortened(0.0003))
    return Filter(name) { row, rows in
      show.count("\(name), stage \((rows - 1) / 10_000 + 1)", row + 1)
      pace.wait(for: rows)
      if rows == 12_500 { moment.reached() }
    }
  }

  show.step("Cancelled by Return, or by the lesson in row 2 500 of stage 2", isConcurrent: true)
  let methods = [Filter.checkAndSkip, Filter.checkAfterEachStage, Filter.checkAndReturn]
  let operations = zip(filters, methods).map { $0.makeOperation($1) }
  show.watch(operations, narrated: false)
  // prints: skips          is cancelled
  // prints: each stage     is cancelled
  var next = filters[...]
  show.onReturn(
    "cancel all three", script: moments.map { .at($0) }, until: queue,
    start: { queue.addOperations(operations, waitUntilFinished: false) },
    {
      // The script cancels one operation at a time; a user at the keyboard cancels all three at once.
      for filter in show.isInteractive ? filters[...] : next.prefix(1) {
        show.log("is cancelled", as: filter.name)
        filter.cancel()
      }
      next = next.dropFirst()
    })
  let isInTime = filters.allSatisfy(\.wasCancelledInTime)
  let why = "no key was pressed before the work was done"
  show.conclude(
    isInTime
      ? "cancel() only set a flag; each task stopped at its next check."
      : "The work was done before a key was pressed. Run the lesson again, and press Return early.")

  show.step("How late each one stopped, and the cost of its checks")
  // prints: skips               0 rows after cancel(),    30000 checks
  // prints: each stage       7500 rows after cancel(),        2 checks
  // prints: returns             0 rows after cancel(),    12501 checks
  for filter in filters {
    let name = filter.name.padding(toLength: 15, withPad: " ", startingAt: 0)
    show.say(
      name + String(format: "%6d rows after cancel(),  %7d checks", filter.rowsAfterCancel, filter.checks))
  }
  let cost = "\(nanosecondsPerCheck(at: operations[0])) ns"
  show.say("A check takes about \(cost), a row \(show.has("--fast") ? 15 : 300) 000 ns.", figure: cost)
  show.conclude(
    "A check in each row stops the work at once, for next to nothing. The skipping loop keeps checking.")
  let (skipping, eachStage, returning) = (filters[0], filters[1], filters[2])
  show.claim(
    "With a check in each row, at most one more row was worked on", ifSeen: isInTime, else: why,
    skipping.rowsAfterCancel <= 1 && returning.rowsAfterCancel <= 1)
  show.claim(
    "With a check after each stage, the rest of the stage was worked on, too", ifSeen: isInTime, else: why,
    eachStage.rowsAfterCancel > 0 && eachStage.rows.isMultiple(of: 10_000), got: "\(eachStage.rows) rows")
  show.claim(
    "The loop that skips checked 30 000 times, the one that returns fewer times", ifSeen: isInTime,
    else: why,
    skipping.checks == 30_000 && returning.checks <= returning.rows + 1 && returning.checks < 30_000)

  show.step("You tap two photos, and the timer of the first one fires")
  // prints: one variable     3 of 6                0 of 6, cancelled
  // prints: each its own     3 of 6, cancelled     6 of 6
  let (hasty, careful) = (tapTwice { $0.tapHasty($1) }, tapTwice { $0.tap($1) })
  show.text(
    """
    rows             of the first photo    of the second photo
    one variable     \(hasty.first.text)                \(hasty.second.text)
    each its own     \(careful.first.text)     \(careful.second.text)
    """)
  show.conclude("current was the second filter when the timer fired, and when the first task checked.")
  show.claim(
    "One variable: the first photo's timer cancelled the second, and both stopped",
    hasty.first.rows == 3 && !hasty.first.isCancelled && hasty.second.isCancelled && hasty.second.rows == 0)
  show.claim(
    "When each task checks its own operation, only the first one stops",
    careful.first.rows == 3 && careful.first.isCancelled && careful.second.rows == 6)
  show.compare(onThisFramework(), withFoundation: onFoundation)
}

// Tasks to try, with answers: see README.md.
