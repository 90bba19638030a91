// Lesson 14: Why does my queue stand still?
//
// Nothing crashes, nothing is printed, and nothing happens. Seven queues stand still here, each for another reason.
// Remember: name your operations; then check of each: is it ready, is it executing, and for which others does it wait?
//
//   swift run lesson14

import LessonKit
import MiniOperations

Lesson(
  14, "Why does my queue stand still?",
  about: "Seven queues that stand still: the bare facts of each, its report, its repair.",
  questions: questions,
  options: [.foundation]
).run { show in
  var collected: [String] = []

  show.step("A dependency that was never added")
  // prints: resize: not ready, waits for download
  // prints: 'resize' waits for 'download', which is in no queue
  let first = examined(neverAdded()) { if case .waitsForUnqueued = $0 { true } else { false } }
  show.conclude(
    "addDependency adds no operation to a queue. resize waits for download, and no queue will ever start "
      + "download.")
  show.claim("The report named the dependency in no queue; once added, the queue emptied", first)

  show.step("A cycle")
  // prints: waits in a cycle:
  let second = examined(cycle()) { if case .cycle = $0 { true } else { false } }
  show.conclude(
    "Each of the three waits for another one. If you cancel one, it becomes ready and finishes.")
  show.claim("The report named the cycle; with one of them cancelled, the queue emptied", second)

  show.step("A condition that does not become true")
  // prints: 'upload' is not ready because its own isReady is false
  let third = examined(closedGate()) { if case .closedGate = $0 { true } else { false } }
  show.conclude(
    "The upload waits for no other operation. Its own isReady is false, and it must announce isReady when "
      + "that changes.")
  show.claim("The report named its own isReady; once announced, the queue emptied", third)

  show.step("The same, cancelled")
  // prints: upload: not ready, cancelled
  // prints: 'upload' was cancelled, but its own isReady is still false
  let cancelled = examined(cancelledGate()) { if case .cancelledWhileClosed = $0 { true } else { false } }
  show.conclude("Cancelled, it still stays: only start() finishes it, and a queue starts only ready ones.")
  show.claim("The report named the cancelled one; its isReady announced, it left the queue", cancelled)

  show.step("A callback that is never called")
  // prints: 'request' was started and has not finished
  let callback = examined(lostCallback()) { if case .executing = $0 { true } else { false } }
  show.conclude(
    "The request was started, no thread works for it, and its callback has not been called.")
  show.claim(
    "The report named the unfinished one; after its callback, the queue emptied", callback)

  show.step("A wait inside an operation")
  // prints: 'inner' needs the slot that it
  let inside = examined(insideWait()) { if case .holdsSlot = $0 { true } else { false } }
  show.conclude(
    "outer has the only slot, and waits in its task for inner, which needs that slot. If outer depended on "
      + "inner, it would wait without a slot and without a thread.")
  show.claim(
    "The report named the holder of the slot; with a second slot, the queue emptied", inside)

  show.step("A suspension that was forgotten")
  // prints: suspended true, no limit, left 1
  // prints: 'save' is ready, but the queue is suspended: set isSuspended to false
  let suspension = examined(suspended()) { if case .suspended = $0 { true } else { false } }
  show.conclude("Everything is ready. The queue was suspended by code that never resumed it.")
  show.claim("The report named the suspension; resumed, the queue emptied", suspension)

  show.step("Without a report")
  // prints: request: executing
  // prints: outer: executing
  show.text(collected.filter { $0.hasSuffix("executing") }.joined(separator: "\n"))
  show.conclude(
    "The facts differ in all seven, and show the cause of five. A queue that works can print the lines above as "
      + "well: no property tells that a callback will never come, or that outer waits for inner.")
  show.claim(
    "Each of the seven left different facts",
    Set(collected.split { titles.contains($0) }.map { $0.joined(separator: "\n") }).count == 7)
  show.compare(collected, withFoundation: onFoundation)

  /// Prints a queue's facts and its report, repairs it, and returns whether the report has such a reason.
  func examined(_ stall: Stall, _ isReason: (StallReport.Reason) -> Bool) -> Bool {
    let report = report(of: stall.queue, with: isReason)
    let facts = facts(of: stall.queue)
    show.text(facts.joined(separator: "\n"))
    show.quote("\(report)")
    collected += [titles[collected.count { titles.contains($0) }]] + facts
    stall.repair()
    stall.queue.waitUntilAllOperationsAreFinished()
    return report.lines.contains { isReason($0.reason) }
  }
}

// Tasks to try, with answers: see README.md.
