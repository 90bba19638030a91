// Lesson 02: When has a plain operation finished, and where do its errors go?
//
// The smallest subclass has an initialiser that takes the data, and a main that does the work. It inherits the rest.
// But main cannot throw, and an operation that has failed finishes like one that has succeeded. Remember: finish in
// every case, and store the outcome where the next operation can read it.
//
//   swift run lesson02

import Documents
import Explorer
import LessonKit
import MiniOperations

Lesson(
  2, "When has a plain operation finished, and where do its errors go?",
  about: "Three operations add up numbers. One of them finds a text that is not a number.",
  questions: questions,
  options: [.foundation, .play]
).run { show in
  let trace = Notebook()
  let queue = MiniOperationQueue()
  queue.maxConcurrentOperationCount = 1

  // MARK: Step 1

  show.step("Data in, work in main")
  // snippet: good
  let good = MyNonConcurrentOperation(data: ["12", "30"]) { texts in
    show.log("sum is \(try sum(of: texts))", as: "good")
    return true
  }
  // end
  good.name = "good"
  show.watch(good)
  // prints: good           isExecuting → true
  // prints: good           sum is 42
  // prints: good           isFinished → true
  queue.addOperations([good], waitUntilFinished: true)
  show.conclude(
    "main returned, and after that the operation had finished. The class does not set isFinished itself.")
  show.claim(
    "The operation had finished when its main had returned, although main does not set isFinished",
    show.events.happened("good", .note("sum is 42"), before: "good", .finished))

  // MARK: Step 2

  show.step("An error that is caught and forgotten")
  let bad = MyNonConcurrentOperation(data: ["12", "x7", "30"]) { texts in
    trace.write("sum is \(try sum(of: texts))")
    return true
  }
  bad.name = "bad"
  let report = MiniBlockOperation { [unowned bad] in
    trace.write("report runs, bad is finished: \(bad.isFinished)")
    show.log("runs, although there is no sum", as: "report")
  }
  report.name = "report"
  report.addDependency(bad)
  show.watch(bad, report)
  // prints: bad            isFinished → true
  // prints: report         runs, although there is no sum
  // The report was added first. With one slot, only its dependency makes it run second.
  queue.addOperations([report, bad], waitUntilFinished: true)
  show.conclude(
    "The error ended the work and was dropped. For the queue, 'bad' has finished like any other "
      + "operation, so 'report' ran.")
  show.claim(
    "The dependent ran, and could not read from bad that there was no sum",
    trace.lines == ["report runs, bad is finished: true"], got: "\(trace.lines)")
  show.compare(trace.lines, withFoundation: onFoundation)

  // MARK: Step 3

  show.step("How to read a schedule")
  show.text(howToReadASchedule)
  let lost = Explorer.explore(twoAdditions)
  // prints: both additions count
  show.schedule(lost, details: true)
  show.conclude("Both threads read 0 before either of them wrote. The second write overwrote the first.")
  show.claim("The Explorer found an order in which one of two additions is lost", lost.finding != nil)

  // MARK: Step 4

  show.step("Finishing in the last line")
  if show.has("--play") { Explorer.play(endIsLastLine) }
  let stuck = Explorer.explore(endIsLastLine)
  // prints: finishing in the last line (T19)
  show.schedule(stuck)
  show.conclude("The error skipped the last line, and that line was the one that finishes the operation.")
  show.claim("After an error before the last line, the operation never finished", stuck.finding != nil)

  // MARK: Step 5

  show.step("Finishing in a defer, and storing the outcome")
  let deferred = Explorer.explore(endIsDeferred)
  // prints: finishing in a defer
  show.schedule(deferred)
  show.claim("With a defer it finished in every schedule that was tried", deferred.passed)
  // snippet: repaired
  let honest = Repaired.MyNonConcurrentOperation(data: ["12", "x7", "30"]) { texts in
    show.log("sum is \(try sum(of: texts))", as: "honest")
    return true
  }
  let next = MiniBlockOperation { [unowned honest] in
    guard case .failed(let error) = honest.outcome else { return }
    show.log("does nothing: \(error)", as: "next")
  }
  next.addDependency(honest)
  // end
  honest.name = "honest"
  next.name = "next"
  show.watch(honest, next)
  // prints: next           does nothing: 'x7' is not a number
  queue.addOperations([honest, next], waitUntilFinished: true)
  show.conclude("A defer runs on every exit. The stored outcome tells the dependent what happened.")
  show.claim(
    "The dependent read the outcome, and decided what to do",
    show.events.place("next", .note("does nothing: 'x7' is not a number")) != nil)
}

// Tasks to try, with answers, and the next lesson: see README.md.
