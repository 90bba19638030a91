// Lesson 03: Where must a task check isCancelled, and what must it clean up?
//
// cancel() sets a flag. It interrupts no thread and stops none. The task finds out when it checks the flag, and may have
// done a lot of work by then. So it checks before it begins, once in each iteration, and wherever stopping is easy.
// Remember: cancelling is a request, and code that leaves a loop because of it must clean up, as on every other exit.
//
//   swift run lesson03

import Documents
import LessonKit
import MiniOperations

Lesson(
  3, "Where must a task check isCancelled, and what must it clean up?",
  about: "Operations read a book of ten pages of five lines, and are cancelled in line 12.",
  questions: questions,
  options: [.foundation]
).run { show in
  let user = RunLoopThread(name: "user")
  let queue = MiniOperationQueue()
  queue.maxConcurrentOperationCount = 1

  // MARK: Step 1

  show.step("The first check: before any work")
  let unread = Book("early", show)
  let early = MyPollingOperation(data: unread) { $0.readPage() }
  early.name = "early"
  show.watch(early)
  // prints: early          isCancelled → true
  // prints: early          isFinished → true
  early.cancel()
  queue.addOperations([early], waitUntilFinished: true)
  show.conclude("start() read isCancelled, and finished the operation before main was called.")
  show.claim(
    "Cancelled before its start, it finished without reading a line, and never executed",
    unread.linesRead == 0 && show.events.place("early", .executing) == nil)

  // MARK: Step 2

  show.step("A task that does not check")
  let whole = Book("deaf", show)
  let deaf = MyNonConcurrentOperation(data: whole) { $0.readAll() }
  deaf.name = "deaf"
  show.watch(deaf)
  whole.cancel(deaf, on: user, inLine: 12)
  // prints: deaf           isCancelled → true
  // prints: deaf: 13 … 50
  // prints: deaf           isFinished → true
  queue.addOperations([deaf], waitUntilFinished: true)
  show.conclude("cancel() set a flag in line 12. The task never read it, and continued to the last line.")
  show.claim("Cancelled in line 12, a task that does not check read all 50", whole.linesRead == 50)

  // MARK: Step 3

  show.step("The second check: once in each iteration")
  let paged = Book("iterations", show)
  // snippet: iterations
  let iterations = MyPollingOperation(data: paged) { book in
    book.readPage()
  }
  // end
  iterations.name = "iterations"
  show.watch(iterations)
  paged.cancel(iterations, on: user, inLine: 12)
  // prints: iterations     isCancelled → true
  // prints: iterations: 13 … 15
  // prints: iterations     isFinished → true
  queue.addOperations([iterations], waitUntilFinished: true)
  show.conclude("The flag was set in line 12; the next check followed the page, after line 15.")
  show.claim("Checking once a page, it read the rest of the page: 15 lines", paged.linesRead == 15)

  // MARK: Step 4

  show.step("The third check: wherever stopping is easy")
  let lined = Book("lines", show)
  let lines = MyPollingOperation(data: lined) { $0.readLine() }
  lines.name = "lines"
  show.watch(lines)
  lined.cancel(lines, on: user, inLine: 12)
  // prints: lines: 1 … 12
  // prints: lines          isFinished → true
  queue.addOperations([lines], waitUntilFinished: true)
  show.conclude("With a check before each line, the task stopped at the next line.")
  show.claim("Checking before each line, it stopped after line 12", lined.linesRead == 12)
  show.compare(
    [
      "early: \(unread.linesRead) lines", "never checks: \(whole.linesRead) lines",
      "checks once a page: \(paged.linesRead) lines", "checks in each line: \(lined.linesRead) lines",
    ], withFoundation: onFoundation)

  // MARK: Step 5

  show.step("Leaving the loop without cleaning up")
  let (left, tidied) = (PartFile(), PartFile())
  let (first, second) = (Book("messy", show), Book("tidy", show))
  let messy = MyPollingOperation(data: left) { file in
    try file.write("a line")
    return first.readLine()
  }
  // snippet: tidy
  let tidy = Repaired.MyNonConcurrentOperation(data: tidied, cleanUp: { tidied.remove() }) { file in
    try file.write("a line")
    return second.readLine()
  }
  // end
  messy.name = "messy"
  tidy.name = "tidy"
  show.watch(messy, tidy)
  first.cancel(messy, on: user, inLine: 12)
  second.cancel(tidy, on: user, inLine: 12)
  // prints: messy          isFinished → true
  // prints: tidy           isFinished → true
  queue.addOperations([messy, tidy], waitUntilFinished: true)
  show.say("Half a file is left: of messy \(left.exists), of tidy \(tidied.exists).")
  show.conclude("Both loops stopped. Only the one with a defer removed its half-written file.")
  show.claim(
    "The document's loop left half a file behind, and the repaired one removed it",
    left.exists && !tidied.exists)
  left.remove()
}

// Tasks to try, with answers, and the next lesson: see README.md.
