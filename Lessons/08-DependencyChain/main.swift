// Lesson 08: How does a download finish, and how does the next one start?
//
// TestOperation depends on TestOperationTwo, which downloads a picture and then sleeps for four seconds. With these two,
// "简单实现一个并发的NSOperation" (2017-03-25) shows an operation that finishes when its download has finished, not when
// `start` returns. Remember: begin asynchronous work in `start`, and announce once that it has finished.
//
//   swift run lesson08

import Documents
import Foundation
import LessonKit
import MiniOperations

Lesson(
  8, "How does a download finish, and how does the next one start?",
  about: "TestOperation waits for TestOperationTwo. Both download from a real server.",
  questions: questions,
  options: [.foundation, .url("--url", "download this instead of a picture from the lesson's server")]
).run { show in
  let server = show.makeServer()
  server.answer("/54866_G_1489463826422376203.JPG", with: .image(width: 240, height: 160).delayed(by: 0.35))
  server.answer("/20205_P_1454380927950.jpg", with: .image(width: 320, height: 200).delayed(by: 0.65))
  try server.start()
  let urls = [
    show.url(of: "--url") ?? server.url("/20205_P_1454380927950.jpg"),
    show.url(of: "--url") ?? server.url("/54866_G_1489463826422376203.JPG"),
  ]

  // MARK: Step 1

  show.step("A download that is begun in main")
  // prints: main returns
  // prints: finished: true, bytes: 0
  // prints: the data has arrived
  server.answer("/early", with: .image(width: 80, height: 60))
  server.hold("/early")
  let early = BegunInMain(server.url("/early"), show)
  early.start()
  let (hasFinished, bytes) = (early.isFinished, early.bytes)
  show.say("finished: \(hasFinished), bytes: \(bytes)")
  server.release("/early")
  early.waitForData()
  show.conclude(
    "main began the download and returned. The inherited start() then finished the operation, before its "
      + "data had arrived.")
  show.claim(
    "An operation that begins its download in main has finished before the data arrives",
    hasFinished && bytes == 0 && early.bytes > 0)

  // MARK: Step 2

  show.step("TestOperationTwo, and then TestOperation", isConcurrent: true)
  // prints: TestOperationTwo executing
  // prints: TestOperationTwo finished...
  // prints: TestOperationTwo sleep 4s...
  // prints: TestOperation executing
  // prints: TestOperation finished...
  let results = Results(["DOWN_RESULT1", "DOWN_RESULT"], show)
  // snippet: chain
  let op = TestOperation(log: { show.log($0) }, transfer: download(urls[0], show))
  let op1 = TestOperationTwo(
    time: LessonTime(show), log: { show.log($0) }, transfer: download(urls[1], show))
  let que = MiniOperationQueue()
  op.addDependency(op1)
  show.watch([op, op1], narrated: false)
  let atEnd = AtEnd(of: op1)
  que.addOperation(op)
  que.addOperation(op1)
  // end
  results.runMainLoopUntilAllHaveArrived()
  que.waitUntilAllOperationsAreFinished()
  let notes = show.events.filter { $0.subject.isEmpty && "\($0.change)".hasPrefix("TestOperation") }
  show.claim(
    "TestOperation began four seconds after TestOperationTwo had its data, or a little later",
    notes.count == 5 && "\(notes[3].change)" == "TestOperation executing"
      && notes[3].time - notes[2].time >= .seconds(show.shortened(4)), got: "\(notes)")
  show.claim(
    "As written, isFinished was announced while it was still executing (T14)", atEnd.states == ["executing"],
    got: "\(atEnd.states)")
  show.conclude(
    "TestOperation waited until TestOperationTwo had announced isFinished. At that moment "
      + "TestOperationTwo was still executing.")
  show.claim(
    "Both results were posted, on the main thread",
    Set(results.names) == ["DOWN_RESULT1", "DOWN_RESULT"] && results.cameOnMainThread)

  // MARK: Step 3

  show.step("As written: cancelled while the download runs")
  // prints: cancelled: true, finished: false
  let stubborn = Held(server, "/stubborn")
  let written = TestOperation(mainQueue: stubborn.main, transfer: download(stubborn.url, show))
  stubborn.run(written) {
    written.cancel()
    show.say("cancelled: \(written.isCancelled), finished: \(written.isFinished)")
    return !written.isFinished
  }
  show.conclude("cancel() set the flag, and nothing stopped the download. It continued to the last byte.")
  show.claim(
    "As written, a cancelled download continues until it has all its data",
    stubborn.wasUnfinished && server.abandoned.isEmpty && written.isFinished)

  // MARK: Step 4

  show.step("As written: two callbacks")
  // prints: isFinished was announced 2 times
  let twice: TestOperation.Transfer = { done in
    done(nil)  // The request times out …
    done(Data([1]))  // … and then the data arrives.
  }
  let ends = countEnds(of: TestOperation(mainQueue: stubborn.main, transfer: twice))
  show.say("isFinished was announced \(ends) times")
  show.conclude("The second callback finished the operation a second time.")
  show.claim("As written, a callback that is called twice announces isFinished twice", ends == 2)

  // MARK: Step 5

  show.step("Repaired: cancelled in the same way, with the same two callbacks")
  // prints: cancelled: true, finished: true
  // prints: isFinished was announced 1 time
  let polite = Held(server, "/polite")
  let stoppable = StoppableDownload(polite.url)
  let repaired = Repaired.TestOperation(mainQueue: polite.main, transfer: stoppable.begin)
  polite.run(repaired) {
    repaired.cancel()
    // The request can arrive before start has returned; start() then stops the download itself.
    if server.waitForAbandoned(1) { repaired.waitUntilFinished() }
    show.say("cancelled: \(repaired.isCancelled), finished: \(repaired.isFinished)")
    return !repaired.isFinished
  }
  let once = countEnds(
    of: Repaired.TestOperation(mainQueue: polite.main) { done in
      twice(done)
      return {}
    })
  show.say("isFinished was announced \(once) time")
  show.claim(
    "Repaired, cancel() finishes the operation at once, and the server sees the client hang up",
    !polite.wasUnfinished && server.abandoned == ["/polite"] && stoppable.wasStopped)
  show.conclude(
    "Repaired, cancel() stops the download and finishes the operation; later callbacks are ignored.")
  show.claim("Repaired, the second callback is ignored", once == 1)

  show.compare(notes.map { "\($0.change)" }, withFoundation: { onFoundation(urls, show) })
  server.stop()
}

// Tasks to try, with answers, and the next lesson: see README.md.
